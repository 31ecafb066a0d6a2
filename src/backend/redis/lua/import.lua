-- import.lua: rows as an export made them, each replacing the row of the same key. They were all understood before this
-- runs, and a store that is not frozen is refused before the first write.
-- uses: write tasks group_changes lock_changes threads correlation_changes records handoffs dependants
if counters[4] ~= '1' then return refuse('not_frozen') end

-- Writes a hash anew: lists become JSON text, as the verbs store them.
local function put(key, row)
  local hash = {}
  for name, value in pairs(row) do
    if type(value) == 'table' then
      hash[name] = #value > 0 and cjson.encode(value) or nil
    elseif type(value) == 'boolean' then
      hash[name] = value and '1' or '0'
    else
      hash[name] = value
    end
  end
  call('DEL', key)
  local map = {}
  update(key, map, hash)
  return map
end

local function unindex(task)
  local lane, score, run_at, deadline = standing(task)
  call('ZREM', P .. 'status:' .. task.status, task.id)
  if score then dequeue(lane, task.id) end
  if lane then count_live(lane, -1) end
  plan('scheduled', task.id, nil)
  plan('task_deadlines', task.id, nil)
  plan('ended', task.id, nil)
  call('ZREM', P .. 'unresolved', task.id)
  if task.thread then call('ZREM', P .. 'thread_tasks:' .. task.thread, task.id) end
end

local function index(task)
  local lane, score, run_at, deadline = standing(task)
  call('ZADD', P .. 'tasks_by_seq', task.seq, task.id)
  if task.thread then call('ZADD', P .. 'thread_tasks:' .. task.thread, task.seq, task.id) end
  move_in_status(task)
  if lane then count_live(lane, 1) end
  if score then enqueue(lane, score, task.id) end
  if run_at then plan('scheduled', task.id, run_at) end
  if deadline then plan('task_deadlines', task.id, deadline) end
  if task.ended_at then plan('ended', task.id, task.ended_at) end
end

local function put_body(key, body)
  if body then call('SET', key, body) else call('DEL', key) end
end

local function put_task(row)
  local known = find_task(row.id)
  if known then unindex(known) end
  put_body(payload_key(row.id), row.payload)
  put_body(result_key(row.id), row.result)
  row.payload, row.result = nil, nil
  for name, value in pairs(row.last_settle or {}) do
    row['last_settle.' .. name] = type(value) == 'boolean' and (value and '1' or '0') or value
  end
  row.last_settle = nil
  if row.metadata == 'null' then row.metadata = nil end
  index(put(task_key(row.id), row))
end

local function put_dependency(row)
  local dependant, dependency = find_task(row.dependant), find_task(row.dependency)
  if not dependant or not dependency then return end
  call('ZADD', P .. 'dependants:' .. row.dependency, dependant.seq, row.dependant)
  call('ZADD', P .. 'depended', 0, row.dependency)
  if ended[dependency.status] then call('ZADD', P .. 'unresolved', dependency.seq, row.dependency) end
end

local function put_event(row)
  local last = call('XREVRANGE', P .. 'tasks', '+', '-', 'COUNT', 1)[1]
  if last and position_of(last[1]) >= row.position or entry_at(row.position) then return end
  local entry = {P .. 'tasks', int(row.position) .. '-0', 'at', row.at, 'event_type', row.event_type}
  for _, name in ipairs({'task_id', 'agent_id', 'payload'}) do
    if row[name] then entry[#entry + 1], entry[#entry + 2] = name, row[name] end
  end
  call('XADD', unpack(entry))
end

local function put_group(row)
  put(group_key(row.name), row)
  call('ZADD', P .. 'groups', 0, row.name)
  put_native(row)
  native('XGROUP', 'SETID', P .. 'tasks', row.name, int(row.cursor) .. '-0')
end

local function put_delivery(row)
  local group = find_group(row.group)
  if not group then return end
  local at = int(row.position)
  if row.dead then
    call('ZADD', dead_key(row.group), at, at)
    call('HSET', letter_key(row.group), at, letter(row.count, row.consumer, tonumber(row.at), row.event))
    return
  end
  put_pending(group, row.position, row.count, row.consumer, tonumber(row.at))
  if row.event then
    call('HSET', kept_key(row.group), at, letter(row.count, row.consumer, tonumber(row.at), row.event))
  end
  native('XCLAIM', P .. 'tasks', row.group, row.consumer, 0, at .. '-0', 'RETRYCOUNT', row.count, 'FORCE', 'JUSTID')
end

local function put_message(row)
  local message = row.message
  if message.number ~= call('LLEN', messages_key(row.thread)) + 1 then return end
  call('RPUSH', messages_key(row.thread), message_text(message.id, message.role, message.task, message.at, message.body))
  call('HSET', P .. 'message_ids:' .. row.thread, message.id, int(message.number))
end

local function put_signal(row)
  local signal = row.signal
  local member = signal_name(signal.name, signal.version)
  if call('ZADD', signal_names_key(row.correlation), 0, member) == 0 then return end
  call('HSET', signals_key(row.correlation), member,
       signal.at .. '\n' .. (signal.late and '1' or '0') .. '\n' .. signal.body)
end

local writers = {
  function(row)
    position, seq = math.max(position, row.position), math.max(seq, row.seq)
    call('HSET', P .. 'meta', 'all_paused', row.all_paused and '1' or '0')
  end,
  function(row)
    if row.metadata == 'null' then row.metadata = nil end
    local agent = put(P .. 'agent:' .. row.id, row)
    call('ZADD', P .. 'agents', 0, row.id)
    plan('agent_deadlines', row.id, agent.state ~= 'crashed' and agent.deadline or nil)
  end,
  put_task,
  put_dependency,
  function(row) call('ZADD', P .. 'late', 0, handoff_name(row.task, row.attempt)) end,
  function(row)
    call('HSET', P .. 'keys', row.key, row.task)
    call('ZADD', P .. 'key_names', 0, row.key)
    plan('key_expiries', row.key, row.expires_at)
  end,
  function(row)
    call('ZADD', P .. 'paused', 0, row.lane)
    call('ZADD', P .. 'lanes', 0, row.lane)
    refresh_head(row.lane)
  end,
  put_event,
  put_group,
  put_delivery,
  put_delivery,
  function(row)
    put(thread_key(row.id), row)
    call('ZADD', P .. 'threads', 0, row.id)
  end,
  put_message,
  function(row)
    call('ZADD', P .. 'sessions', 0, row.id)
    plan('session_deadlines', row.id, row.deadline)
  end,
  function(row)
    local known = find_lock(row.name)
    if known then drop_lock(known) end
    put_lock(row)
  end,
  function(row)
    put(handoff_key(row.task, row.attempt), row)
    call('ZADD', P .. 'results', 0, handoff_name(row.task, row.attempt))
    plan('result_expiries', handoff_name(row.task, row.attempt), row.expires_at)
  end,
  function(row)
    call('SET', context_key(row.id), row.document)
    row.document, row.signals = nil, nil
    if row.pattern == '' then row.pattern = nil end
    if row.step == '' then row.step = nil end
    plan_correlation(put(correlation_key(row.id), row))
    call('ZADD', P .. 'correlations', 0, row.id)
  end,
  put_signal,
  function(row) put_record(record_name(row.kind, row.key), row) end,
}

for i, row in ipairs(extra.rows) do writers[extra.tables[i] + 1](row) end
return done(#extra.rows)
