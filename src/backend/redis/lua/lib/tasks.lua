-- tasks.lua: a task and every index it stands in.
-- uses: hash agenda log lanes
local ended = {completed = true, failed = true, cancelled = true, dead = true}

local function task_key(id) return P .. 'task:' .. id end
local function payload_key(id) return P .. 'payload:' .. id end
local function result_key(id) return P .. 'result:' .. id end

local function find_task(id) return picture(call('HGETALL', task_key(id))) end

local function number(text) return tonumber(text) or 0 end

-- With payload and result, which lie in keys of their own.
local function with_bodies(task)
  task.payload = call('GET', payload_key(task.id)) or nil
  task.result = call('GET', result_key(task.id)) or nil
  return task
end

local function score_of(task) return task.priority * one_priority + task.place end

-- Where a task stands: the lane it is counted in, its score in the queue, and its times in the agendas.
local function standing(task)
  local over = ended[task.status]
  return not over and task.lane, task.status == 'pending' and score_of(task), task.status == 'scheduled' and task.run_at,
         not over and task.deadline
end

local function move_in_status(task, before)
  if before then call('ZREM', P .. 'status:' .. before, task.id) end
  call('ZADD', P .. 'status:' .. task.status, task.seq, task.id)
  if ended[task.status] then
    if call('EXISTS', P .. 'dependants:' .. task.id) == 1 then call('ZADD', P .. 'unresolved', task.seq, task.id) end
  elseif before and ended[before] then
    call('ZREM', P .. 'unresolved', task.id)
  end
end

-- Changes fields and keeps every index in step with them; false takes a field away.
local function change(task, changes)
  local status, ended_at = task.status, task.ended_at
  local lane, score, run_at, deadline = standing(task)
  changes.updated_at = now
  update(task_key(task.id), task, changes)
  local new_lane, new_score, new_run_at, new_deadline = standing(task)
  if status ~= task.status then move_in_status(task, status) end
  if score and (score ~= new_score or lane ~= new_lane) then dequeue(lane, task.id) end
  if new_score and (score ~= new_score or lane ~= new_lane) then enqueue(new_lane, new_score, task.id) end
  if lane ~= new_lane then
    if new_lane then count_live(new_lane, 1) end
    if lane then count_live(lane, -1) end
  end
  if run_at ~= new_run_at then plan('scheduled', task.id, new_run_at) end
  if deadline ~= new_deadline then plan('task_deadlines', task.id, new_deadline) end
  if ended_at ~= task.ended_at then plan('ended', task.id, task.ended_at) end
end

local function finish(task, status, why)
  change(task, {status = status, holder = false, ended_at = now, error = why})
end

local function requeue(task, status) change(task, {status = status, holder = false}) end

local function drop_key(key)
  plan('key_expiries', key, nil)
  call('HDEL', P .. 'keys', key)
  call('ZREM', P .. 'key_names', key)
end

local function reason(why) return '{"reason":' .. quote(why) .. '}' end

-- What every event of a task says of the trace that it belongs to; nothing, if to none. An import leaves an empty one.
local function trace_member(task)
  local trace = task.traceparent
  return trace and trace ~= '' and ',"traceparent":' .. quote(trace) or ''
end

local function attempt_of(task) return '{"attempt":' .. number(task.attempt) .. trace_member(task) end

local function with_error(task) return task.error and ',"error":' .. task.error .. '}' or '}' end

local function log_requeued(task, agent, why, detail)
  append('task.requeued', task.id, agent, attempt_of(task) .. ',"lane":' .. quote(task.lane) .. ',"reason":"' .. why ..
         '"' .. (detail or '') .. '}')
end

local function log_failed(task, agent) append('task.failed', task.id, agent, attempt_of(task) .. with_error(task)) end

local function log_cancelled(task, agent)
  append('task.cancelled', task.id, agent, attempt_of(task) .. with_error(task))
end
