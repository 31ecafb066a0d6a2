-- open_correlation.lua: an equal opening answers with what it made; an expired one is removed first.
-- uses: mutation correlation_changes locks
if is_fenced_out(v.fence) then return refuse('stale_lock', v.fence.lock) end
local known = find_correlation(v.id)
if known and not is_expired(known) then
  if known.digest ~= extra.digest then return refuse('correlation_taken', v.id) end
  return done(whole(known))
end
if known then expire_correlation(v.id) end
local opened = {}
update(correlation_key(v.id), opened, {id = v.id, status = 'collecting', version = 1, expected = cjson.encode(v.expected),
       min_agents = v.min_agents, timeout_at = now + v.timeout_us, pattern = v.pattern ~= '' and v.pattern or nil,
       digest = extra.digest, expires_at = v.ttl_us and now + v.ttl_us, created_at = now, updated_at = now})
call('SET', context_key(v.id), v.document)
call('ZADD', P .. 'correlations', 0, v.id)
plan_correlation(opened)
append('correlation.opened', nil, nil, '{"correlation":' .. quote(v.id) .. ',"pattern":' .. quote(v.pattern) .. '}')
return done(whole(opened))
