-- ack.lua: settles what is pending, whoever holds it; a repeat finds nothing.
-- uses: mutation group_changes
local group = find_group(v.group)
if not group then return refuse('unknown_group', v.group) end
local acknowledged = 0
for _, at in ipairs(v.positions) do
  if call('ZSCORE', pending_key(v.group), int(at)) then
    take_pending(group, at)
    acknowledged = acknowledged + 1
  end
end
return done(acknowledged)
