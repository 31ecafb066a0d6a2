-- beat_session.lua: a session that has lapsed loses its locks before it lives again.
-- uses: mutation lock_changes
local ends = v.ttl_us == 0
if ends or not is_live_session(v.session) then expire_locks(P .. 'session_locks:' .. v.session, 'session') end
if ends then
  call('ZREM', P .. 'sessions', v.session)
  plan('session_deadlines', v.session, nil)
else
  call('ZADD', P .. 'sessions', 0, v.session)
  plan('session_deadlines', v.session, now + v.ttl_us)
end
return done({id = v.session, deadline = int(now + v.ttl_us)})
