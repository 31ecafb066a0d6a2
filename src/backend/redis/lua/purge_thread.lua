-- purge_thread.lua: messages go from the end, so that those that are left keep their numbers; the thread goes with the last.
-- uses: mutation threads log
local thread = find_thread(v.thread)
if not thread then return done({removed = false, more = false, after = 0}) end
local left = (tonumber(thread.messages) or 0) - v.limit
if left <= 0 then
  call('ZREM', P .. 'threads', v.thread)
  call('DEL', thread_key(v.thread), messages_key(v.thread), P .. 'message_ids:' .. v.thread)
  append('thread.purged', nil, nil, '{"thread":' .. quote(v.thread) .. '}')
  return done({removed = true, more = false, after = 0})
end
for _, text in ipairs(call('LRANGE', messages_key(v.thread), left, -1)) do
  call('HDEL', P .. 'message_ids:' .. v.thread, message_of(text, 0).id)
end
call('LTRIM', messages_key(v.thread), 0, left - 1)
update(thread_key(v.thread), thread, {messages = left, updated_at = now})
return done({removed = false, more = true, after = 0})
