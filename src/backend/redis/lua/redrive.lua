-- redrive.lua: dead letters become pending, visible at once, with a fresh count; they keep their copy of the event.
-- uses: mutation group_changes
local group = find_group(v.group)
if not group then return refuse('unknown_group', v.group) end
local chosen = {}
if #v.positions == 0 then
  chosen = call('ZRANGE', dead_key(v.group), 0, v.limit - 1)
else
  local seen = {}
  for _, at in ipairs(v.positions) do
    if not seen[at] and call('ZSCORE', dead_key(v.group), int(at)) then chosen[#chosen + 1] = int(at) end
    seen[at] = true
  end
end
if v.dry_run then return done(#chosen) end
for _, at in ipairs(chosen) do
  local text = call('HGET', letter_key(v.group), at)
  call('ZREM', dead_key(v.group), at)
  call('HDEL', letter_key(v.group), at)
  put_pending(group, tonumber(at), 0, letter_of(text, at).consumer, now)
  call('HSET', kept_key(v.group), at, text)
end
return done(#chosen)
