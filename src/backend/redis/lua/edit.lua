-- edit.lua: changes what is named and never status, holder or attempt; a pending task moves within the queue.
-- uses: mutation tasks locks
if is_fenced_out(v.fence) then return refuse('stale_lock', v.fence.lock) end
local task = find_task(v.task)
if not task then return refuse('unknown_task', v.task) end

local function cannot(what) return refuse('cannot_edit', v.task, task.status, what) end
if ended[task.status] then return cannot('it') end
local running = task.status == 'running'
if running and v.lane then return cannot('the lane') end
if running and v.payload then return cannot('the payload') end
if v.run_at and task.status ~= 'scheduled' then return cannot('run_at') end
if v.deadline and tonumber(v.deadline) <= now then return refuse('deadline_passed', v.task) end
if v.lane and not is_lane(v.lane) then
  local alone = tonumber(call('HGET', P .. 'lane_live', task.lane)) == 1 and not is_paused(task.lane)
  if call('ZCARD', P .. 'lanes') - (alone and 1 or 0) >= max_lanes then return refuse('too_many_lanes') end
end

local changes = {}
for _, name in ipairs({'priority', 'lane', 'max_attempts', 'run_at', 'deadline'}) do changes[name] = v[name] end
if v.metadata then changes.metadata = v.metadata ~= 'null' and v.metadata end
if v.payload then call('SET', payload_key(task.id), v.payload) end
change(task, changes)
append('task.edited', task.id, nil,
       '{"lane":' .. quote(task.lane) .. ',"priority":' .. task.priority .. trace_member(task) .. '}')
return done(with_bodies(task))
