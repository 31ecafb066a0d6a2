-- inspect_group.lua: the group and a page of what is pending, by position.
-- uses: read groups
local group = find_group(v.group)
if not group then return refuse('unknown_group', v.group) end
local found = call('ZRANGEBYSCORE', pending_key(v.group), '(' .. int(v.after), '+inf', 'LIMIT', 0, v.limit + 1)
local pending, next_position = {}, false
for i, at in ipairs(found) do
  if i > v.limit then
    next_position = found[i - 1]
    break
  end
  local count, consumer = delivery_of(v.group, at)
  pending[i] = {position = at, consumer = consumer, count = count, visible_at = call('ZSCORE', hidden_key(v.group), at)}
end
return done({group = report(group), pending = pending, next = next_position})
