-- locks.lua: leases on names. A lock is live while neither it nor the session it is bound to has lapsed.
-- uses: hash agenda
local function lock_key(name) return P .. 'lock:' .. name end

local function is_live_session(id)
  local deadline = call('ZSCORE', P .. 'session_deadlines', id)
  return deadline and tonumber(deadline) > now
end

local function is_live(lock)
  return tonumber(lock.expires_at) > now and (not lock.session or is_live_session(lock.session))
end

local function find_lock(name) return picture(call('HGETALL', lock_key(name))) end

local function live_lock(name)
  local lock = find_lock(name)
  return lock and is_live(lock) and lock or nil
end

-- Whether a write that depends on a lock may go on.
local function is_fenced_out(fence)
  if not fence then return false end
  local lock = live_lock(fence.lock)
  return not lock or tonumber(lock.token) ~= fence.token
end
