-- health.lua: where the log begins and ends, and whether the store is frozen.
-- uses: read entries
return done({now = int(now), frozen = counters[4] == '1', first = first_position(), last = position})
