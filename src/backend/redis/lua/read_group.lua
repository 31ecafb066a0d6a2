-- read_group.lua: lapsed deliveries first, then new ones; each is hidden in the step that hands it out, so two consumers
-- never get one delivery at the same time.
-- uses: mutation group_changes
local group = find_group(v.group)
if not group then return refuse('unknown_group', v.group) end
local out, visible_at = {}, now + group.visibility_us

local function redeliver(at)
  local count = delivery_of(v.group, at)
  if count >= tonumber(group.max_deliveries) then return give_up(group, at) end
  local event = delivered_event(v.group, at)
  if not event then
    take_pending(group, at)
    return count_dropped(group, 1)
  end
  put_pending(group, at, count + 1, v.consumer, visible_at)
  native('XCLAIM', P .. 'tasks', v.group, v.consumer, 0, int(at) .. '-0', 'RETRYCOUNT', count + 1, 'FORCE', 'JUSTID')
  out[#out + 1] = {event = event, count = count + 1}
end

local lapsed = call('ZRANGEBYSCORE', hidden_key(v.group), '-inf', int(now))
for i, at in ipairs(lapsed) do lapsed[i] = tonumber(at) end
table.sort(lapsed)
for i = 1, math.min(#lapsed, v.limit) do redeliver(lapsed[i]) end

if #out < v.limit then
  for _, entry in ipairs(new_entries(group, v.consumer, v.limit - #out)) do
    local at = position_of(entry[1])
    update(group_key(v.group), group, {cursor = at})
    put_pending(group, at, 1, v.consumer, visible_at)
    out[#out + 1] = {event = event_of(entry), count = 1}
  end
end
return done(out)
