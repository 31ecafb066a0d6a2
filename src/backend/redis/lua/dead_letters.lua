-- dead_letters.lua: a page of what was given up, with its events, by position.
-- uses: read groups
if not find_group(v.group) then return refuse('unknown_group', v.group) end
local items, next_position = page_of(dead_key(v.group), v.after, v.limit, function(at)
  return letter_of(call('HGET', letter_key(v.group), at), at)
end)
return done({items = items, next = next_position})
