-- arrive.lua: what every connection does first. A namespace that a newer program wrote is refused. After a fail-over the
-- last positions may have been lost with the old primary: they jump ahead, so that no token is ever issued twice.
local meta, format, run_id = KEYS[1] .. 'meta', ARGV[1], ARGV[2]
local known = redis.call('HMGET', meta, 'format', 'run_id', 'position')
if known[1] and tonumber(known[1]) > tonumber(format) then
  return redis.error_reply('BATON the namespace was written by a newer baton (format ' .. known[1] ..
                           '); use that version, or another namespace')
end
if not known[1] then redis.call('HSET', meta, 'format', format) end
if run_id ~= '' and known[2] ~= run_id then
  redis.call('HSET', meta, 'run_id', run_id)
  if known[2] then redis.call('HSET', meta, 'position', string.format('%.0f', (tonumber(known[3]) or 0) + 1073741824)) end
end
return 'OK'
