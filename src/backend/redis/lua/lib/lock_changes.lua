-- lock_changes.lua: taking and freeing locks, with the sets of what each session and agent holds.
-- uses: locks log
local function bound_to(lock)
  if lock.session then return P .. 'session_locks:' .. lock.session end
  if lock.agent then return P .. 'agent_locks:' .. lock.agent end
end

local function put_lock(lock)
  update(lock_key(lock.name), {}, lock)
  call('ZADD', P .. 'locks', 0, lock.name)
  plan('lock_expiries', lock.name, lock.expires_at)
  local bound = bound_to(lock)
  if bound then call('ZADD', bound, 0, lock.name) end
end

local function drop_lock(lock)
  local bound = bound_to(lock)
  if bound then call('ZREM', bound, lock.name) end
  plan('lock_expiries', lock.name, nil)
  call('ZREM', P .. 'locks', lock.name)
  call('DEL', lock_key(lock.name))
end

local function log_lock(event_type, lock, detail)
  return append(event_type, nil, lock.agent, '{' .. detail .. ',"lock":' .. quote(lock.name) .. ',"owner":' ..
                quote(lock.owner) .. '}')
end

local function expire_lock(lock, why)
  log_lock('lock.expired', lock, '"token":' .. lock.token .. ',"reason":"' .. why .. '"')
  drop_lock(lock)
end

local function expire_locks(bound, why)
  for _, name in ipairs(call('ZRANGE', bound, 0, -1)) do expire_lock(find_lock(name), why) end
end
