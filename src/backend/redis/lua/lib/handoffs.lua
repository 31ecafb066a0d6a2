-- handoffs.lua: results handed over, keyed by task and attempt.
-- uses: agenda
local function handoff_key(task, attempt) return P .. 'handoff:' .. task .. ':' .. int(attempt) end

-- In the order of task and attempt.
local function handoff_name(task, attempt) return task .. format(':%020.0f', attempt) end

local function drop_handoff(name)
  plan('result_expiries', name, nil)
  call('ZREM', P .. 'results', name)
  call('DEL', handoff_key(string.sub(name, 1, 36), tonumber(string.sub(name, 38))))
end
