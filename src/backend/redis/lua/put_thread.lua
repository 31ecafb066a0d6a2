-- put_thread.lua: get or create; an update replaces the metadata only if it differs.
-- uses: mutation threads locks log
if is_fenced_out(v.fence) then return refuse('stale_lock', v.fence.lock) end
local thread = find_thread(v.thread)
if not thread then
  thread = {}
  update(thread_key(v.thread), thread, {id = v.thread, metadata = v.metadata, created_at = now, updated_at = now})
  call('ZADD', P .. 'threads', 0, v.thread)
  append('thread.created', nil, nil, '{"thread":' .. quote(v.thread) .. '}')
elseif v.update and thread.metadata ~= v.metadata then
  update(thread_key(v.thread), thread, {metadata = v.metadata, updated_at = now})
  append('thread.updated', nil, nil, '{"thread":' .. quote(v.thread) .. '}')
end
return done(thread)
