-- list_threads.lua: by id.
-- uses: read names
local items = {}
local names, more = names_after('threads', v.after, v.limit)
for i, id in ipairs(names) do items[i] = call('HGETALL', P .. 'thread:' .. id) end
return done({items = items, next = more and names[#names]})
