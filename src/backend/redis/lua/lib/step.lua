-- step.lua: a verb is one run of one script, and no other runs meanwhile: its arguments, its clock, its counters.
local call, format, floor = redis.call, string.format, math.floor
local P, v, injected, trace = KEYS[1], cmsgpack.unpack(ARGV[1]), tonumber(ARGV[2]), ARGV[3]
local extra = ARGV[4] and cmsgpack.unpack(ARGV[4])

local function int(number) return format('%.0f', number) end

local counters = call('HMGET', P .. 'meta', 'now', 'position', 'seq', 'frozen')
local now, position, seq = tonumber(counters[1]) or 0, tonumber(counters[2]) or 0, tonumber(counters[3]) or 0
local step = 0
do
  local clock = injected
  if not clock then
    local time = call('TIME')
    clock = time[1] * 1000000 + time[2]
  end
  if clock > now then now = clock end
  -- The clocks of several callers run apart, the server's own does not: only theirs needs to be held for readers too.
  if injected then call('HSET', P .. 'meta', 'now', int(now)) end
end
