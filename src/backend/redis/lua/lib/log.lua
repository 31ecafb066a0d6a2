-- log.lua: the stream of events. Its ids are the positions: dense, and in the order of the verbs.
-- uses: quote

-- The last id that the stream has given out: beyond our counter where a step once failed half-way.
local function last_position()
  local facts = call('XINFO', 'STREAM', P .. 'tasks')
  for i = 1, #facts, 2 do
    if facts[i] == 'last-generated-id' then return tonumber(string.match(facts[i + 1], '^%d+')) end
  end
end

local function append(event_type, task, agent, payload)
  position = position + 1
  local entry = {P .. 'tasks', int(position) .. '-0', 'at', int(now), 'event_type', event_type}
  if task then
    entry[#entry + 1] = 'task_id'
    entry[#entry + 1] = task
  end
  if agent then
    entry[#entry + 1] = 'agent_id'
    entry[#entry + 1] = agent
  end
  entry[#entry + 1] = 'payload'
  entry[#entry + 1] = payload
  local added = redis.pcall('XADD', unpack(entry))
  if type(added) == 'table' and added.err then
    position = last_position() + 1
    entry[2] = int(position) .. '-0'
    call('XADD', unpack(entry))
  end
  return position
end
