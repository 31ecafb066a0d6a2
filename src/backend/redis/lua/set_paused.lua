-- set_paused.lua: the flag and the head that claims look at change together.
-- uses: mutation lanes log
local event_type = v.paused and 'queue.paused' or 'queue.resumed'
if not v.lane then
  local was = call('HGET', P .. 'meta', 'all_paused') == '1'
  if was ~= v.paused then
    append(event_type, nil, nil, '{}')
    call('HSET', P .. 'meta', 'all_paused', v.paused and '1' or '0')
  end
  return done({})
end
if (is_paused(v.lane) and true or false) == v.paused then return done({}) end
if v.paused and not is_lane(v.lane) and call('ZCARD', P .. 'lanes') >= max_lanes then return refuse('too_many_lanes') end
if v.paused then
  call('ZADD', P .. 'paused', 0, v.lane)
  call('ZADD', P .. 'lanes', 0, v.lane)
else
  call('ZREM', P .. 'paused', v.lane)
  if call('HEXISTS', P .. 'lane_live', v.lane) == 0 then call('ZREM', P .. 'lanes', v.lane) end
end
refresh_head(v.lane)
append(event_type, nil, nil, '{"lane":' .. quote(v.lane) .. '}')
return done({})
