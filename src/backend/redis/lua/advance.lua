-- advance.lua: the version is compared and raised in one run, so of two orchestrators one is told that it was too late.
-- uses: mutation correlation_changes locks
if is_fenced_out(v.fence) then return refuse('stale_lock', v.fence.lock) end
local known = live_correlation(v.id)
if not known then return refuse('unknown_correlation', v.id) end
if tonumber(known.version) ~= v.version then
  return refuse('version_differs', 'correlation ' .. v.id, v.version, tonumber(known.version))
end
local before = known.status
local after = before
if v.event then after = extra.to[before] end
if not after then return refuse('cannot_advance', before, v.event) end
if v.document then call('SET', context_key(v.id), v.document) end
update(correlation_key(v.id), known, {status = after, version = v.version + 1, updated_at = now, step = v.step,
                                      expires_at = v.ttl_us and now + v.ttl_us})
plan_correlation(known)
log_correlation_changed(known, before)
return done(whole(known))
