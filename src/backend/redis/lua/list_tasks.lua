-- list_tasks.lua: by seq, from the narrowest index that the request names; examines at most 1000.
-- uses: read hash
local page = 1000
local index = v.thread and 'thread_tasks:' .. v.thread or v.status and 'status:' .. v.status or 'tasks_by_seq'

local function matches(task)
  if v.status and task.status ~= v.status then return false end
  if v.lane and task.lane ~= v.lane then return false end
  if v.kind and task.kind ~= v.kind then return false end
  if v.holder and task.holder ~= v.holder then return false end
  local created = tonumber(task.created_at)
  if v.created_from and created < tonumber(v.created_from) then return false end
  return not v.created_until or created < tonumber(v.created_until)
end

local ids
if v.newest_first then
  ids = call('ZREVRANGEBYSCORE', P .. index, v.after and '(' .. int(v.after) or '+inf', '-inf', 'LIMIT', 0, page + 1)
else
  ids = call('ZRANGEBYSCORE', P .. index, v.after and '(' .. int(v.after) or '-inf', '+inf', 'LIMIT', 0, page + 1)
end
local items, last, next_seq = {}, false, false
for examined, id in ipairs(ids) do
  if #items == v.limit or examined > page then
    next_seq = last
    break
  end
  local task = picture(call('HGETALL', P .. 'task:' .. id))
  if matches(task) then items[#items + 1] = task end
  last = task.seq
end
return done({items = items, next = next_seq})
