-- arrive.lua: what every connection does first. A namespace that a newer program wrote is refused. Where a restart or a
-- fail-over may lose the last positions, or all of them, another server process makes them jump to the microseconds of the
-- clock, which run faster than events ever do, so no token is issued twice.
local P, format, run_id, from_nothing = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
local known = redis.call('HMGET', P .. 'meta', 'format', 'run_id', 'position')
if known[1] and tonumber(known[1]) > tonumber(format) then
  return redis.error_reply('BATON the namespace has format ' .. known[1])
end
if not known[1] then redis.call('HSET', P .. 'meta', 'format', format) end
if run_id == '' or known[2] == run_id then return 'OK' end

redis.call('HSET', P .. 'meta', 'run_id', run_id)
local position = tonumber(known[3]) or 0
if position == 0 and from_nothing ~= '1' then return 'OK' end
local time = redis.call('TIME')
local ahead = string.format('%.0f', math.max(position + 1, time[1] * 1000000 + time[2]))
redis.call('HSET', P .. 'meta', 'position', ahead)
-- A group that had read everything has read everything still.
for _, group in ipairs(redis.call('ZRANGE', P .. 'groups', 0, -1)) do
  local key = P .. 'group:' .. group
  if tonumber(redis.call('HGET', key, 'cursor')) == position then redis.call('HSET', key, 'cursor', ahead) end
end
return 'OK'
