-- get_result.lua: the value, while it has not expired.
-- uses: read handoffs
local found = call('HMGET', handoff_key(v.task, v.attempt), 'value', 'expires_at')
return done(found[1] and tonumber(found[2]) > now and found[1])
