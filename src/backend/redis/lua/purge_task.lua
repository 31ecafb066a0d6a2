-- purge_task.lua: an ended task goes, and the words of its events with it, a stretch of the log a run: the task itself in the
-- last one, so that whoever still sees it knows that there is more to do.
-- uses: mutation forget words group_changes handoffs
local task = find_task(v.task)
if task and not ended[task.status] then return refuse('cannot_purge', v.task, task.status) end

local function more(after) return done({removed = false, more = true, after = int(after)}) end

local handed = call('ZRANGEBYLEX', P .. 'results', '[' .. v.task .. ':', '(' .. v.task .. ';', 'LIMIT', 0, v.limit)
for _, name in ipairs(handed) do drop_handoff(name) end
if #handed == v.limit then return more(v.after) end

local function is_unresolved() return call('ZSCORE', P .. 'unresolved', v.task) end
if task and is_unresolved() then
  resolve(max_dependants_a_step)
  if is_unresolved() then return more(v.after) end
end

local groups = call('ZRANGE', P .. 'groups', 0, -1)
local entries = entries_after(v.after, v.limit)
local upto = #entries == v.limit and position_of(entries[v.limit][1])

local function lower(set)
  local last = call('ZRANGEBYSCORE', set, '(' .. int(v.after), '+inf', 'LIMIT', v.limit - 1, 1)[1]
  if last and (not upto or tonumber(last) < upto) then upto = tonumber(last) end
end
for _, name in ipairs(groups) do
  lower(pending_key(name))
  lower(dead_key(name))
end

for _, entry in ipairs(entries) do
  local at = position_of(entry[1])
  if upto and at > upto then break end
  local event = picture(entry[2])
  local payload = event.task_id == v.task and without_words(event.payload)
  if payload then
    call('XDEL', P .. 'tasks', entry[1])
    call('ZADD', P .. 'purged_events', int(at),
         table.concat({int(at), event.at, event.event_type, event.task_id, event.agent_id or '', payload}, '\n'))
  end
end

-- The copies that dead letters keep of their events, and those that were redriven.
local function silence(set, letters)
  for _, at in ipairs(call('ZRANGEBYSCORE', set, '(' .. int(v.after), upto and int(upto) or '+inf')) do
    local text = call('HGET', letters, at)
    local kept = text and letter_of(text, at)
    local payload = kept and kept.event.task_id == v.task and without_words(kept.event.payload)
    if payload then
      kept.event.payload = payload
      call('HSET', letters, at, letter(kept.count, kept.consumer, tonumber(kept.at), kept.event))
    end
  end
end
for _, name in ipairs(groups) do
  silence(dead_key(name), letter_key(name))
  silence(pending_key(name), kept_key(name))
end
if upto then return more(upto) end

if not task then return done({removed = false, more = false, after = 0}) end
local key = task.idempotency_key
if key and call('HGET', P .. 'keys', key) == v.task then drop_key(key) end
forget(v.task)
append('task.purged', v.task, nil, '{}')
return done({removed = true, more = false, after = 0})
