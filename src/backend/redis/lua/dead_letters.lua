-- dead_letters.lua: a page of what was given up, with its events, by position.
-- uses: read groups
local group = find_group(v.group)
if not group then return refuse('unknown_group', v.group) end
local found = call('ZRANGEBYSCORE', dead_key(v.group), '(' .. int(v.after), '+inf', 'LIMIT', 0, v.limit + 1)
local items, next_position = {}, false
for i, at in ipairs(found) do
  if i > v.limit then
    next_position = found[i - 1]
    break
  end
  items[i] = letter_of(call('HGET', letter_key(v.group), at), at)
end
return done({items = items, next = next_position})
