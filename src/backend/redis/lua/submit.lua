-- submit.lua: all or nothing, because everything is checked before the first write.
-- uses: mutation dependants locks
local max_key_life = 86400000000

if is_fenced_out(v.fence) then return refuse('stale_lock', v.fence.lock) end

-- The task that an equal request made before, or nil; or why there can be none.
local function known_task(task, digest)
  local same = call('HGET', task_key(task.id), 'digest')
  if same then
    if same ~= digest then return nil, {'task_id_taken', task.id} end
    return task.id
  end
  local key = task.idempotency_key
  local id = key and call('HGET', P .. 'keys', key)
  if not id or tonumber(call('ZSCORE', P .. 'key_expiries', key)) <= now then return nil end
  same = call('HGET', task_key(id), 'digest')
  if not same then return nil end
  if same ~= digest then return nil, {'key_taken', key} end
  return id
end

local fresh, fresh_by_id, answers, ids, keys = {}, {}, {}, {}, {}
for i, task in ipairs(v.tasks) do
  if ids[task.id] then return refuse('twice_in_call', 'task id ' .. task.id) end
  ids[task.id] = true
  local key = task.idempotency_key
  if key and keys[key] then return refuse('twice_in_call', 'idempotency key ' .. key) end
  if key then keys[key] = true end
  local known, no = known_task(task, extra.digests[i])
  if no then return refuse(unpack(no)) end
  if not known and task.deadline and tonumber(task.deadline) <= now then return refuse('deadline_passed', task.id) end
  answers[i] = {id = known or task.id, created = not known}
  if not known then
    task.digest = extra.digests[i]
    fresh[#fresh + 1] = task
    fresh_by_id[task.id] = task
  end
end

for _, task in ipairs(fresh) do
  for _, dependency in ipairs(task.depends_on) do
    if not fresh_by_id[dependency] and call('EXISTS', task_key(dependency)) == 0 then
      return refuse('unknown_dependency', task.id, dependency)
    end
  end
end

-- A cycle is left over when no task without open dependencies can be taken away any more.
local function has_cycle()
  local open, dependants, free, ordered = {}, {}, {}, 0
  for _, task in ipairs(fresh) do
    open[task.id] = 0
    for _, dependency in ipairs(task.depends_on) do
      if fresh_by_id[dependency] then
        open[task.id] = open[task.id] + 1
        dependants[dependency] = dependants[dependency] or {}
        table.insert(dependants[dependency], task.id)
      end
    end
    if open[task.id] == 0 then free[#free + 1] = task.id end
  end
  while #free > 0 do
    local id = table.remove(free)
    ordered = ordered + 1
    for _, dependant in ipairs(dependants[id] or {}) do
      open[dependant] = open[dependant] - 1
      if open[dependant] == 0 then free[#free + 1] = dependant end
    end
  end
  return ordered < #fresh
end
if has_cycle() then return refuse('dependency_cycle') end

local opened, new_lanes = {}, 0
for _, task in ipairs(fresh) do
  local lane = task.lane or task.kind
  if not opened[lane] and not is_lane(lane) then
    opened[lane] = true
    new_lanes = new_lanes + 1
  end
end
if new_lanes > 0 and call('ZCARD', P .. 'lanes') + new_lanes > max_lanes then return refuse('too_many_lanes') end

-- How many of its dependencies a task waits for, and whether one has failed already.
local function wait_for_dependencies(task)
  local waiting_for, doomed = 0, false
  for _, dependency in ipairs(task.depends_on) do
    local status = call('HGET', task_key(dependency), 'status')
    if status and ended[status] then
      doomed = doomed or status ~= 'completed'
    else
      call('ZADD', P .. 'dependants:' .. dependency, int(seq), task.id)
      call('ZADD', P .. 'depended', 0, dependency)
      waiting_for = waiting_for + 1
    end
  end
  return waiting_for, doomed and task.on_failed_dependency == 'fail_fast'
end

local optional = {'thread', 'run_at', 'deadline', 'idempotency_key'}

local function hash_of(task, status, waiting_for)
  local hash = {id = task.id, seq = seq, place = seq, kind = task.kind, lane = task.lane or task.kind,
                priority = task.priority, status = status, max_attempts = task.max_attempts, digest = task.digest,
                created_at = now, updated_at = now}
  for _, name in ipairs(optional) do hash[name] = task[name] end
  if waiting_for > 0 then hash.waiting_for = waiting_for end
  if #task.depends_on > 0 then hash.depends_on = cjson.encode(task.depends_on) end
  if task.on_failed_dependency ~= 'fail_fast' then hash.on_failed_dependency = task.on_failed_dependency end
  if task.traceparent ~= '' then hash.traceparent = task.traceparent end
  if task.metadata ~= 'null' then hash.metadata = task.metadata end
  return hash
end

local function create(submitted)
  seq = seq + 1
  local waiting_for, doomed = wait_for_dependencies(submitted)
  local scheduled = submitted.run_at and tonumber(submitted.run_at) > now
  local status = (waiting_for > 0 or doomed) and 'blocked' or scheduled and 'scheduled' or 'pending'
  local task = {}
  update(task_key(submitted.id), task, hash_of(submitted, status, waiting_for))
  call('SET', payload_key(task.id), submitted.payload)
  call('ZADD', P .. 'tasks_by_seq', task.seq, task.id)
  if task.thread then call('ZADD', P .. 'thread_tasks:' .. task.thread, task.seq, task.id) end
  move_in_status(task)
  count_live(task.lane, 1)
  if status == 'pending' then enqueue(task.lane, score_of(task), task.id) end
  if status == 'scheduled' then plan('scheduled', task.id, task.run_at) end
  if task.deadline then plan('task_deadlines', task.id, task.deadline) end
  if task.idempotency_key then
    call('HSET', P .. 'keys', task.idempotency_key, task.id)
    call('ZADD', P .. 'key_names', 0, task.idempotency_key)
    plan('key_expiries', task.idempotency_key, now + max_key_life)
  end
  append('task.created', task.id, nil, '{"kind":' .. quote(task.kind) .. ',"lane":' .. quote(task.lane) ..
         ',"priority":' .. task.priority .. ',"status":"' .. status .. '"' .. trace_member(task) .. '}')
end

-- A task that waits for something that has failed already ends at once.
local function cancel_if_doomed(submitted)
  local task = find_task(submitted.id)
  if task.status ~= 'blocked' or submitted.on_failed_dependency ~= 'fail_fast' then return end
  for _, id in ipairs(submitted.depends_on) do
    local status = call('HGET', task_key(id), 'status')
    if ended[status] and status ~= 'completed' then
      finish(task, 'cancelled', failed_dependency({id = id, status = status}))
      log_cancelled(task)
      resolve(max_dependants_a_step)
      return
    end
  end
end

for _, task in ipairs(fresh) do create(task) end
for _, task in ipairs(fresh) do
  if #task.depends_on > 0 then cancel_if_doomed(task) end
end
for _, answer in ipairs(answers) do answer.status = call('HGET', task_key(answer.id), 'status') end
return done(answers)
