-- signal.lua: added once per name and version; the last expected one makes the correlation ready in the same step.
-- uses: mutation correlation_changes locks
local max_signals = 1000
if is_fenced_out(v.fence) then return refuse('stale_lock', v.fence.lock) end
local known = live_correlation(v.id)
if not known then return refuse('unknown_correlation', v.id) end
local member = signal_name(v.name, v.version)
local same = call('HGET', signals_key(v.id), member)
if same then
  if signal_of(member, same).body ~= v.body then return refuse('signal_taken', v.name, v.version) end
  return done(whole(known))
end
if call('ZCARD', signal_names_key(v.id)) >= max_signals then return refuse('too_many_signals', v.id) end
time_out(known)
local late = known.status ~= 'collecting'
call('HSET', signals_key(v.id), member, int(now) .. '\n' .. (late and '1' or '0') .. '\n' .. v.body)
call('ZADD', signal_names_key(v.id), 0, member)
update(correlation_key(v.id), known, {version = known.version + 1, updated_at = now})
append('correlation.signalled', nil, nil, '{"correlation":' .. quote(v.id) .. ',"signal":' .. quote(v.name) ..
       ',"version":' .. int(v.version) .. ',"late":' .. tostring(late) .. '}')
if not late and signals_in(known) == #cjson.decode(known.expected) then move(known, 'ready') end
return done(whole(known))
