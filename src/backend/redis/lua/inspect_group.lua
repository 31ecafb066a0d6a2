-- inspect_group.lua: the group and a page of what is pending, by position.
-- uses: read groups
local group = find_group(v.group)
if not group then return refuse('unknown_group', v.group) end
local pending, next_position = page_of(pending_key(v.group), v.after, v.limit, function(at)
  local count, consumer = delivery_of(v.group, at)
  return {position = at, consumer = consumer, count = count, visible_at = call('ZSCORE', hidden_key(v.group), at)}
end)
return done({group = report(group), pending = pending, next = next_position})
