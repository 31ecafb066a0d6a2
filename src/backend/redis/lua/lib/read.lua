-- read.lua: the end of a verb that writes nothing.
-- uses: step
if trace ~= '' then step = call('LLEN', P .. 'trace') end -- in tests: the last step that this saw

local function done(reply) return cmsgpack.pack({now, step, position, 0, reply}) end

local function refuse(...) return cmsgpack.pack({now, step, position, 1, {...}}) end
