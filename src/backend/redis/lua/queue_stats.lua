-- queue_stats.lua: one line for each lane and priority that is not empty; each costs two looks at its sorted set.
-- uses: read lanes
local lines, next_line = {}, false
local from = v.after and v.after.lane or nil
local lanes = call('ZRANGEBYLEX', P .. 'lanes', from and '[' .. from or '-', '+')
for _, lane in ipairs(lanes) do
  local lowest = lane == from and int((v.after.priority + 1) * one_priority) or '-inf'
  while not next_line do
    local first = call('ZRANGEBYSCORE', queue_of(lane), lowest, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
    if not first[1] then break end
    if #lines == v.limit then
      next_line = {lane = lines[#lines].lane, priority = lines[#lines].priority}
      break
    end
    local priority = floor(tonumber(first[2]) / one_priority)
    lowest = int((priority + 1) * one_priority)
    lines[#lines + 1] = {lane = lane, priority = priority, oldest = call('HGET', P .. 'task:' .. first[1], 'created_at'),
                         depth = call('ZCOUNT', queue_of(lane), int(priority * one_priority), '(' .. lowest)}
  end
  if next_line then break end
end
return done({lines = lines, paused = call('ZRANGE', P .. 'paused', 0, -1), next = next_line,
             all_paused = call('HGET', P .. 'meta', 'all_paused') == '1'})
