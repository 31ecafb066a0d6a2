-- dependants.lua: what happens to the tasks that waited for one that has ended.
-- uses: tasks
local max_dependants_a_step = 100

local function failed_dependency(dependency)
  return '{"reason":"a dependency did not complete","dependency":"' .. dependency.id .. '","status":"' ..
         dependency.status .. '"}'
end

local function resolve_one(dependency, dependant)
  if dependant.status ~= 'blocked' then return end
  local waiting_for = dependant.waiting_for - 1
  local fail_fast = (dependant.on_failed_dependency or 'fail_fast') == 'fail_fast'
  if dependency.status ~= 'completed' and fail_fast then
    change(dependant, {status = 'cancelled', holder = false, ended_at = now, waiting_for = waiting_for,
                       error = failed_dependency(dependency)})
    log_cancelled(dependant)
    return
  end
  if waiting_for > 0 then
    update(task_key(dependant.id), dependant, {waiting_for = waiting_for})
    return
  end
  local early = dependant.run_at and tonumber(dependant.run_at) > now
  change(dependant, {status = early and 'scheduled' or 'pending', holder = false, waiting_for = false})
  if not early then log_requeued(dependant, nil, 'unblocked') end
end

local function drop_dependant(dependency, dependant)
  call('ZREM', P .. 'dependants:' .. dependency, dependant)
  if call('EXISTS', P .. 'dependants:' .. dependency) == 1 then return end
  call('ZREM', P .. 'depended', dependency)
  call('ZREM', P .. 'unresolved', dependency)
end

-- Takes up to `budget` settled dependencies into account; returns how many.
local function resolve(budget)
  local resolved = 0
  while resolved < budget do
    local first = call('ZRANGE', P .. 'unresolved', 0, 0)[1]
    if not first then break end
    local dependant = call('ZRANGE', P .. 'dependants:' .. first, 0, 0)[1]
    drop_dependant(first, dependant)
    local waiter = find_task(dependant)
    if waiter then resolve_one(find_task(first), waiter) end
    resolved = resolved + 1
  end
  return resolved
end
