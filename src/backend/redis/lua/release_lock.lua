-- release_lock.lua: only the owner with the current token; another's lock is not touched.
-- uses: mutation lock_changes
local lock = live_lock(v.name)
if not lock then return done(false) end
if lock.owner ~= v.owner or tonumber(lock.token) ~= v.token then return refuse('stale_lock', v.name) end
log_lock('lock.released', lock, '"token":' .. lock.token)
drop_lock(lock)
return done(true)
