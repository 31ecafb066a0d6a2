-- read_log.lua: examines at most 1000 events behind a position.
-- uses: read entries
local page = 1000
local filtered = #v.types > 0 or v.task or v.agent
local wanted = {}
for _, event_type in ipairs(v.types) do wanted[event_type] = true end

local function matches(fields)
  for i = 1, #fields, 2 do
    local name, value = fields[i], fields[i + 1]
    if name == 'event_type' and #v.types > 0 and not wanted[value] then return false end
    if name == 'task_id' and v.task == value then v.found_task = true end
    if name == 'agent_id' and v.agent == value then v.found_agent = true end
  end
  local found = (not v.task or v.found_task) and (not v.agent or v.found_agent)
  v.found_task, v.found_agent = nil, nil
  return found
end

local count = filtered and page or v.limit
local entries = entries_after(v.after, count)
local events, next_position = {}, v.after
for _, entry in ipairs(entries) do
  if #events == v.limit then break end
  next_position = position_of(entry[1])
  if matches(entry[2]) then events[#events + 1] = event_of(entry) end
end
if #events < v.limit and #entries < count then next_position = math.max(next_position, position) end
return done({events = events, first = first_position(), last = position, next = next_position})
