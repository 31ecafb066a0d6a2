-- list_locks.lua: live ones by name; a page examines at most its limit.
-- uses: read locks names
local items = {}
local names, more = names_after('locks', v.after, v.limit)
for _, name in ipairs(names) do items[#items + 1] = live_lock(name) end
return done({items = items, next = more and names[#names]})
