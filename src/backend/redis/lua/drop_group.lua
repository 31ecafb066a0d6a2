-- drop_group.lua: the group goes with all that it held.
-- uses: mutation group_changes
local group = find_group(v.group)
if not group then return done(false) end
for _, at in ipairs(call('ZRANGE', pending_key(v.group), 0, -1)) do
  call('ZREM', P .. 'last_deliveries', last_delivery(v.group, at))
end
call('DEL', group_key(v.group), pending_key(v.group), hidden_key(v.group), delivery_key(v.group), dead_key(v.group),
     letter_key(v.group), kept_key(v.group))
call('ZREM', P .. 'groups', v.group)
native('XGROUP', 'DESTROY', P .. 'tasks', v.group)
return done(true)
