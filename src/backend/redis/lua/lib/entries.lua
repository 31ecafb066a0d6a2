-- entries.lua: events as they lie in the stream. An entry cannot be changed there: one that a purge took words from lies
-- apart, in the set `purged_events` by position, and is read as if it were in its place.
local function position_of(id) return tonumber(string.match(id, '^%d+')) end

-- The fields of an entry, with its position as one of them.
local function event_of(entry)
  local event = entry[2]
  event[#event + 1] = 'position'
  event[#event + 1] = position_of(entry[1])
  return event
end

-- As `position at event_type task_id agent_id payload`, a line each; none of them holds a line break.
local function purged_entry(text)
  local at, time, event_type, task, agent, payload =
    string.match(text, '^(%d+)\n(%d+)\n([^\n]*)\n([^\n]*)\n([^\n]*)\n(.*)$')
  local fields = {'at', time, 'event_type', event_type, 'task_id', task, 'payload', payload}
  if agent ~= '' then fields[#fields + 1], fields[#fields + 2] = 'agent_id', agent end
  return {at .. '-0', fields}
end

local function purged_between(from, upto, count)
  return call('ZRANGEBYSCORE', P .. 'purged_events', from, upto, 'LIMIT', 0, count)
end

local function entries_after(after, count)
  local entries = call('XRANGE', P .. 'tasks', '(' .. int(after) .. '-0', '+', 'COUNT', count)
  local upto = #entries == count and int(position_of(entries[count][1])) or '+inf'
  local purged = purged_between('(' .. int(after), upto, count)
  if #purged == 0 then return entries end
  for _, text in ipairs(purged) do entries[#entries + 1] = purged_entry(text) end
  table.sort(entries, function(a, b) return position_of(a[1]) < position_of(b[1]) end)
  for i = #entries, count + 1, -1 do entries[i] = nil end
  return entries
end

local function entry_at(wanted)
  local id = int(wanted) .. '-0'
  local found = call('XRANGE', P .. 'tasks', id, id)[1]
  if found then return found end
  local purged = purged_between(int(wanted), int(wanted), 1)[1]
  return purged and purged_entry(purged)
end

local function event_at(wanted)
  local found = entry_at(wanted)
  return found and event_of(found)
end

local function first_position()
  local first = entries_after(0, 1)[1]
  return first and position_of(first[1]) or 0
end

local function count_entries() return call('XLEN', P .. 'tasks') + call('ZCARD', P .. 'purged_events') end
