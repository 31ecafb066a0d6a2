-- entries.lua: events as they lie in the stream.
local function position_of(id) return tonumber(string.match(id, '^%d+')) end

-- The fields of an entry, with its position as one of them.
local function event_of(entry)
  local event = entry[2]
  event[#event + 1] = 'position'
  event[#event + 1] = position_of(entry[1])
  return event
end

local function event_at(wanted)
  local id = int(wanted) .. '-0'
  local found = call('XRANGE', P .. 'tasks', id, id)
  return found[1] and event_of(found[1])
end

local function first_position()
  local first = call('XRANGE', P .. 'tasks', '-', '+', 'COUNT', 1)
  return first[1] and position_of(first[1][1]) or 0
end
