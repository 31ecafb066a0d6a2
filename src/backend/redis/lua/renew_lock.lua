-- renew_lock.lua: only the owner with the current token.
-- uses: mutation locks
local lock = live_lock(v.name)
if not lock or lock.owner ~= v.owner or tonumber(lock.token) ~= v.token then return refuse('stale_lock', v.name) end
update(lock_key(v.name), lock, {expires_at = now + v.ttl_us})
plan('lock_expiries', v.name, lock.expires_at)
return done(lock)
