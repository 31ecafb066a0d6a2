-- set_result.lua: written once; the stream `handoffs` wakes those who wait for it.
-- uses: mutation handoffs locks
if is_fenced_out(v.fence) then return refuse('stale_lock', v.fence.lock) end
local key = handoff_key(v.task, v.attempt)
local known = call('HMGET', key, 'value', 'expires_at')
if known[1] and tonumber(known[2]) > now then
  if known[1] ~= v.value then return refuse('result_taken', v.task, v.attempt) end
  return done({})
end
call('HSET', key, 'task', v.task, 'attempt', int(v.attempt), 'value', v.value, 'expires_at', int(now + v.ttl_us))
call('ZADD', P .. 'results', 0, handoff_name(v.task, v.attempt))
plan('result_expiries', handoff_name(v.task, v.attempt), now + v.ttl_us)
call('XADD', P .. 'handoffs', 'MAXLEN', '~', 1000, '*', 'task', v.task, 'attempt', int(v.attempt))
return done({})
