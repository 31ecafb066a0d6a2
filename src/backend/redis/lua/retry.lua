-- retry.lua: back in line at a new place; `attempt` keeps a repeat from retrying a later failure.
-- uses: mutation tasks
local task = find_task(v.task)
if not task then return refuse('unknown_task', v.task) end
if v.attempt and number(task.attempt) ~= v.attempt then
  return refuse('attempt_differs', v.task, v.attempt, number(task.attempt))
end
if task.status == 'completed' or not ended[task.status] then return refuse('cannot_retry', v.task, task.status) end
if not is_lane(task.lane) and call('ZCARD', P .. 'lanes') >= max_lanes then return refuse('too_many_lanes') end
seq = seq + 1
local changes = {status = 'pending', place = seq, failures = false, crashes = false, waiting_for = false, error = false,
                 ended_at = false}
if task.deadline and tonumber(task.deadline) <= now then changes.deadline = false end
change(task, changes)
call('DEL', result_key(task.id))
log_requeued(task, nil, 'retried')
return done(with_bodies(task))
