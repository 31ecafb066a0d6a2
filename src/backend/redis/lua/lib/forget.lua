-- forget.lua: how an ended task goes, with what names it.
-- uses: dependants
local function forget(id)
  local task = find_task(id)
  plan('ended', id, nil)
  for _, dependency in ipairs(task.depends_on and cjson.decode(task.depends_on) or {}) do
    if call('ZSCORE', P .. 'dependants:' .. dependency, id) then drop_dependant(dependency, id) end
  end
  call('ZREM', P .. 'tasks_by_seq', id)
  call('ZREM', P .. 'status:' .. task.status, id)
  if task.thread then call('ZREM', P .. 'thread_tasks:' .. task.thread, id) end
  call('ZREMRANGEBYLEX', P .. 'late', '[' .. id .. ':', '(' .. id .. ';')
  call('DEL', task_key(id), payload_key(id), result_key(id))
end
