-- try_lock.lua: looked at and taken in one run, so of any number of callers one wins. The token is the position of the
-- event, which only grows.
-- uses: mutation lock_changes rfc3339
local max_locks = 1000
local held = live_lock(v.name)
if held then return done({won = held.owner == v.owner, lock = held}) end
if v.session then
  if not is_live_session(v.session) then return refuse('stale_session', v.session) end
  if call('ZCARD', P .. 'session_locks:' .. v.session) >= max_locks then return refuse('too_many_locks') end
end
if v.agent then
  local state = call('HGET', P .. 'agent:' .. v.agent, 'state')
  if not state or state == 'crashed' then return refuse('not_lockable', v.agent) end
  if call('ZCARD', P .. 'agent_locks:' .. v.agent) >= max_locks then return refuse('too_many_locks') end
end
local lapsed = find_lock(v.name)
if lapsed then expire_lock(lapsed, tonumber(lapsed.expires_at) <= now and 'ttl' or 'session') end
local lock = {name = v.name, owner = v.owner, acquired_at = int(now), expires_at = int(now + v.ttl_us), session = v.session,
              agent = v.agent}
lock.token = int(log_lock('lock.acquired', lock, '"expires_at":"' .. rfc3339(now + v.ttl_us) .. '"'))
put_lock(lock)
return done({won = true, lock = lock})
