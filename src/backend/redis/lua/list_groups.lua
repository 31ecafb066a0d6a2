-- list_groups.lua: all of them, by name; there are at most 64.
-- uses: read groups
local groups = {}
for i, name in ipairs(call('ZRANGE', P .. 'groups', 0, -1)) do groups[i] = report(find_group(name)) end
return done(groups)
