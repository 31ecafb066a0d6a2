-- write.lua: the end of a verb that writes: the counters are kept with what they counted.
-- uses: step
if trace ~= '' then step = call('RPUSH', P .. 'trace', int(now) .. ' ' .. trace) end -- in tests: the order of all steps

local function save() call('HSET', P .. 'meta', 'now', int(now), 'position', int(position), 'seq', int(seq)) end

local function done(reply)
  save()
  return cmsgpack.pack({now, step, position, 0, reply})
end

local function refuse(...) return cmsgpack.pack({now, step, position, 1, {...}}) end
