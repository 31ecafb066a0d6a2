-- handoffs.lua: results handed over, keyed by task and attempt.
local function handoff_key(task, attempt) return P .. 'handoff:' .. task .. ':' .. int(attempt) end

-- In the order of task and attempt.
local function handoff_name(task, attempt) return task .. format(':%020.0f', attempt) end
