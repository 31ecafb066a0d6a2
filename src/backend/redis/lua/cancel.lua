-- cancel.lua: ends what has not ended; a holder keeps its hold until it settles, and learns it with its next beat.
-- uses: mutation dependants
local task = find_task(v.task)
if not task then return refuse('unknown_task', v.task) end
if task.status == 'cancelled' then return done(with_bodies(task)) end
if ended[task.status] then return refuse('cannot_cancel', v.task, task.status) end
local holder = task.holder
finish(task, 'cancelled', reason(v.reason == '' and 'cancelled' or v.reason))
log_cancelled(task, holder)
resolve(max_dependants_a_step)
return done(with_bodies(task))
