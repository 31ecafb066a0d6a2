-- put_record.lua: the version is compared and raised in one run; the call's own repeat is recognised by its body.
-- uses: mutation records locks
if is_fenced_out(v.fence) then return refuse('stale_lock', v.fence.lock) end
local name = record_name(v.kind, v.key)
local current = find_record(name)
if current and not is_kept(current) then current = nil end
local version = current and tonumber(current.version) or 0
if v.expected and v.expected ~= version then
  local repeated = version == v.expected + 1 and current.body == v.body
  if not repeated then return refuse('version_differs', 'record ' .. v.key, v.expected, version) end
  return done(current)
end
local record = {kind = v.kind, key = v.key, version = int(version + 1), body = v.body,
                created_at = current and current.created_at or int(now), updated_at = int(now),
                expires_at = v.ttl_us and int(now + v.ttl_us) or nil}
if is_kept(record) then
  put_record(name, record)
else
  drop_record(name)
end
return done(record)
