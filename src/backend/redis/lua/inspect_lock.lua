-- inspect_lock.lua: the lock, if it is live.
-- uses: read locks
return done(live_lock(v.name) or false)
