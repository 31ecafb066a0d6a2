-- groups.lua: consumer groups. What is pending, until when it is hidden and how often it was handed out is our own
-- (idle times cannot be injected, and a dead letter outlives its event); the stream's group follows for those who look.
-- uses: hash agenda entries
local function group_key(name) return P .. 'group:' .. name end
local function pending_key(name) return P .. 'pending:' .. name end
local function hidden_key(name) return P .. 'hidden:' .. name end
local function delivery_key(name) return P .. 'deliveries:' .. name end
local function dead_key(name) return P .. 'dead:' .. name end
local function letter_key(name) return P .. 'dead_letters:' .. name end
local function kept_key(name) return P .. 'kept_events:' .. name end

local function find_group(name) return picture(call('HGETALL', group_key(name))) end

local function last_delivery(name, at) return name .. '\n' .. format('%020.0f', at) end

local function report(group)
  local oldest = call('ZRANGE', pending_key(group.name), 0, 0)[1]
  return {name = group.name, cursor = group.cursor, visibility_us = group.visibility_us,
          max_deliveries = group.max_deliveries, pending = call('ZCARD', pending_key(group.name)),
          dead = call('ZCARD', dead_key(group.name)), dropped = group.dropped, oldest_pending = oldest or 0,
          lag = position - group.cursor, created_at = group.created_at}
end

-- A delivery lies as `count consumer`.
local function delivery_of(name, at)
  local text = call('HGET', delivery_key(name), int(at))
  local count, consumer = string.match(text, '^(%d+) (.*)$')
  return tonumber(count), consumer
end

-- Joins what a dead letter keeps of itself and its event; none of it holds a line break.
local function letter(count, consumer, at, event)
  return table.concat({int(count), consumer, int(at), event.at, event.event_type, event.task_id or '',
                       event.agent_id or '', event.payload}, '\n')
end

local function letter_of(text, at)
  local parts = {}
  for part in string.gmatch(text, '([^\n]*)\n?') do parts[#parts + 1] = part end
  local event = {position = at, at = parts[4], event_type = parts[5], payload = parts[8]}
  if parts[6] ~= '' then event.task_id = parts[6] end
  if parts[7] ~= '' then event.agent_id = parts[7] end
  return {count = tonumber(parts[1]), consumer = parts[2], at = parts[3], event = event}
end

-- What `row` makes of each position in a set after the last one, and where the next page begins.
local function page_of(set, after, limit, row)
  local found = call('ZRANGEBYSCORE', set, '(' .. int(after), '+inf', 'LIMIT', 0, limit + 1)
  local more, rows = #found > limit, {}
  for i = 1, math.min(#found, limit) do rows[i] = row(found[i]) end
  return rows, more and found[limit]
end

-- The event of a delivery: its own copy if it once was a dead letter, else the log's.
local function delivered_event(name, at)
  local kept = call('HGET', kept_key(name), int(at))
  if kept then return letter_of(kept, at).event end
  local found = event_at(at)
  return found and picture(found)
end
