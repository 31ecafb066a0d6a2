-- get_task.lua: one hash and its two bodies.
-- uses: read
local task = call('HGETALL', P .. 'task:' .. v.task)
if #task == 0 then return refuse('unknown_task', v.task) end
local payload, result = call('GET', P .. 'payload:' .. v.task), call('GET', P .. 'result:' .. v.task)
if payload then task[#task + 1], task[#task + 2] = 'payload', payload end
if result then task[#task + 1], task[#task + 2] = 'result', result end
return done(task)
