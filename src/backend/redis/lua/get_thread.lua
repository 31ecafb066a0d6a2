-- get_thread.lua: one hash.
-- uses: read
local thread = call('HGETALL', P .. 'thread:' .. v.thread)
if #thread == 0 then return refuse('unknown_thread', v.thread) end
return done(thread)
