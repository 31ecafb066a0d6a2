-- append.lua: pushes one message; concurrent appends each get a number of their own. An id that is known answers with its
-- message.
-- uses: mutation threads locks log
if is_fenced_out(v.fence) then return refuse('stale_lock', v.fence.lock) end
local thread = find_thread(v.thread)
if not thread then return refuse('unknown_thread', v.thread) end
local known = call('HGET', P .. 'message_ids:' .. v.thread, v.id)
if known then
  local same = message_of(call('LINDEX', messages_key(v.thread), known - 1), tonumber(known))
  if same.role ~= v.role or same.body ~= v.body or same.task ~= v.task then return refuse('message_taken', v.id) end
  return done(same)
end
local number = call('RPUSH', messages_key(v.thread), message_text(v.id, v.role, v.task, int(now), v.body))
call('HSET', P .. 'message_ids:' .. v.thread, v.id, number)
update(thread_key(v.thread), thread, {messages = number, updated_at = now})
append('message.appended', v.task, nil, '{"thread":' .. quote(v.thread) .. ',"message":' .. quote(v.id) .. ',"number":' ..
       number .. ',"role":' .. quote(v.role) .. '}')
return done({id = v.id, number = number, role = v.role, body = v.body, task = v.task, at = int(now)})
