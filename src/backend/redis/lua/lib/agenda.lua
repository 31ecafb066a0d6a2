-- agenda.lua: things that become due: a sorted set by time, and by key within one time.
local function plan(agenda, key, at)
  if at then
    call('ZADD', P .. agenda, type(at) == 'number' and int(at) or at, key)
  else
    call('ZREM', P .. agenda, key)
  end
end
