-- log.lua: the stream of events. Its ids are the positions: dense, and in the order of the verbs.
-- uses: quote
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
  call('XADD', unpack(entry))
  return position
end
