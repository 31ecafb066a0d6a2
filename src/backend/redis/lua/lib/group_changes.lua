-- group_changes.lua: what is pending, and the stream's own group, which is made again if it is lost.
-- uses: groups log
local function native(...)
  local reply = redis.pcall(...)
  return type(reply) ~= 'table' or not reply.err, reply
end

local function put_native(group)
  native('XGROUP', 'CREATE', P .. 'tasks', group.name, int(group.cursor) .. '-0', 'MKSTREAM')
end

-- Lets the stream's own group hand the same entries to the consumer, wherever somebody has moved it.
local function deliver_native(group, consumer, entries)
  local function read()
    return native('XREADGROUP', 'GROUP', group.name, consumer, 'COUNT', #entries, 'STREAMS', P .. 'tasks', '>')
  end
  local ok, reply = read()
  if not ok then
    put_native(group)
    ok, reply = read()
  end
  local first = ok and reply and reply[1] and reply[1][2][1]
  if ok and not (first and first[1] == entries[1][1]) then
    native('XGROUP', 'SETID', P .. 'tasks', group.name, int(group.cursor) .. '-0')
    read()
  end
end

-- The next entries that the group has not seen.
local function new_entries(group, consumer, count)
  local entries = entries_after(group.cursor, count)
  if #entries > 0 then deliver_native(group, consumer, entries) end
  return entries
end

-- A delivery that was handed out as often as it may be is given up when it lapses.
local function plan_end(group, at, count, visible_at)
  local last = count >= tonumber(group.max_deliveries)
  plan('last_deliveries', last_delivery(group.name, at), last and visible_at or nil)
end

local function plan_ends(group)
  local hidden = call('ZRANGE', hidden_key(group.name), 0, -1, 'WITHSCORES')
  for i = 1, #hidden, 2 do
    local at = tonumber(hidden[i])
    plan_end(group, at, delivery_of(group.name, at), tonumber(hidden[i + 1]))
  end
end

local function put_pending(group, at, count, consumer, visible_at)
  call('ZADD', pending_key(group.name), int(at), int(at))
  call('ZADD', hidden_key(group.name), int(visible_at), int(at))
  call('HSET', delivery_key(group.name), int(at), int(count) .. ' ' .. consumer)
  plan_end(group, at, count, visible_at)
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
