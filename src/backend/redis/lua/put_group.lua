-- put_group.lua: get or create; an update leaves what the group has. The cursor never points behind what the log has.
-- uses: mutation group_changes
local max_groups = 64
local known = find_group(v.group)
if known then
  if v.update then
    local bounds = tonumber(known.max_deliveries)
    update(group_key(v.group), known, {visibility_us = v.visibility_us, max_deliveries = v.max_deliveries})
    if bounds ~= v.max_deliveries then plan_ends(known) end
  end
  return done(report(known))
end
if call('ZCARD', P .. 'groups') >= max_groups then return refuse('too_many_groups') end
local first = first_position()
local oldest = first > 0 and first - 1 or position
local cursor = math.max(oldest, math.min(v.after or position, position))
local group = {}
update(group_key(v.group), group, {name = v.group, cursor = cursor, visibility_us = v.visibility_us,
       max_deliveries = v.max_deliveries, dropped = 0, created_at = now})
call('ZADD', P .. 'groups', 0, v.group)
put_native(group)
return done(report(group))
