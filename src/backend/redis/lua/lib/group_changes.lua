-- group_changes.lua: what is pending, and the stream's own group, which is made again if it is lost.
-- uses: groups log
local function native(...)
  local reply = redis.pcall(...)
  return type(reply) ~= 'table' or not reply.err, reply
end

local function put_native(group)
  native('XGROUP', 'CREATE', P .. 'tasks', group.name, int(group.cursor) .. '-0', 'MKSTREAM')
end

-- Hands new entries to the consumer in the stream's own group, which has to stand where ours does.
local function deliver_native(group, consumer, count)
  local before = int(group.cursor) .. '-0'
  local function read()
    return native('XREADGROUP', 'GROUP', group.name, consumer, 'COUNT', count, 'STREAMS', P .. 'tasks', '>')
  end
  local ok, reply = read()
  if not ok then
    put_native(group)
    ok, reply = read()
  end
  local entries = ok and reply and reply[1] and reply[1][2] or {}
  local expected = call('XRANGE', P .. 'tasks', '(' .. before, '+', 'COUNT', 1)[1]
  if (entries[1] and entries[1][1]) ~= (expected and expected[1]) then
    native('XGROUP', 'SETID', P .. 'tasks', group.name, before)
    ok, reply = read()
    entries = ok and reply and reply[1] and reply[1][2] or {}
  end
  return entries
end

local function put_pending(group, at, count, consumer, visible_at)
  call('ZADD', pending_key(group.name), int(at), int(at))
  call('ZADD', hidden_key(group.name), int(visible_at), int(at))
  call('HSET', delivery_key(group.name), int(at), int(count) .. ' ' .. consumer)
  local last = count >= tonumber(group.max_deliveries)
  plan('last_deliveries', last_delivery(group.name, at), last and visible_at or nil)
end

local function take_pending(group, at)
  plan('last_deliveries', last_delivery(group.name, at), nil)
  call('ZREM', pending_key(group.name), int(at))
  call('ZREM', hidden_key(group.name), int(at))
  call('HDEL', delivery_key(group.name), int(at))
  call('HDEL', kept_key(group.name), int(at))
  native('XACK', P .. 'tasks', group.name, int(at) .. '-0')
end

local function count_dropped(group, by)
  update(group_key(group.name), group, {dropped = tonumber(group.dropped) + by})
end

local function give_up(group, at)
  local count, consumer = delivery_of(group.name, at)
  local event = delivered_event(group.name, at)
  take_pending(group, at)
  if not event then return count_dropped(group, 1) end
  append('group.dead_lettered', nil, nil, '{"group":' .. quote(group.name) .. ',"position":' .. int(at) .. ',"count":' ..
         int(count) .. '}')
  call('ZADD', dead_key(group.name), int(at), int(at))
  call('HSET', letter_key(group.name), int(at), letter(count, consumer, now, event))
end
