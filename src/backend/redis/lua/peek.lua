-- peek.lua: the head of one sorted set, whose order is the order of claims.
-- uses: read lanes
local line, waiting = call('ZRANGE', queue_of(v.lane), 0, v.limit - 1, 'WITHSCORES'), {}
for i = 1, #line, 2 do
  local score = tonumber(line[i + 1])
  local priority = floor(score / one_priority)
  waiting[#waiting + 1] = {task = line[i], priority = priority, place = score - priority * one_priority}
end
return done(waiting)
