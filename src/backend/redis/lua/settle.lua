-- settle.lua: counts only under the current fence (agent, incarnation, task, attempt), so a zombie cannot settle what was
-- given to another; the same settle again is recognised and changes nothing.
-- uses: mutation claims dependants rfc3339
local fence = v.fence
local agent, task = find_agent(fence.agent), find_task(fence.task)

local function is_repeated()
  return task['last_settle.agent'] == fence.agent and task['last_settle.incarnation'] == fence.incarnation and
         number(task['last_settle.attempt']) == fence.attempt and task['last_settle.kind'] == v.kind and
         task['last_settle.digest'] == extra.digest
end

-- A complete that does not count is kept in the log, once an attempt, if the attempt was issued and nobody holds it.
local function keep_late_result()
  if v.kind ~= 'complete' or not task then return end
  local attempt = number(task.attempt)
  local late = fence.attempt < attempt or (fence.attempt == attempt and task.status ~= 'running')
  if not late then return end
  if call('ZADD', P .. 'late', 0, fence.task .. format(':%020.0f', fence.attempt)) == 0 then return end
  append('task.late_result', fence.task, fence.agent,
         '{"attempt":' .. int(fence.attempt) .. trace_member(task) .. ',"result":' .. v.body .. '}')
end

local function claim_next(of)
  if not v.next or not of then return nil end
  return claim(of, v.next, false) or nil
end

local function fail_outcome()
  local failures = number(task.failures) + 1
  if not v.retry or failures >= (tonumber(task.max_attempts) or 3) then
    return {status = 'failed', failures = failures, error = v.body, ended_at = now}
  end
  local delay = extra.delays[math.min(failures, #extra.delays)]
  return {status = 'scheduled', failures = failures, error = v.body, run_at = now + delay}
end

local function outcome()
  if v.kind == 'complete' then return {status = 'completed', ended_at = now} end
  if v.kind == 'fail' then return fail_outcome() end
  return {status = 'pending'}
end

local function log_outcome()
  if v.kind == 'complete' then
    append('task.completed', task.id, agent.id, attempt_of(task) .. '}')
  elseif task.status == 'scheduled' then
    append('task.retrying', task.id, agent.id, attempt_of(task) .. ',"failures":' .. task.failures .. ',"run_at":"' ..
           rfc3339(tonumber(task.run_at)) .. '"' .. with_error(task))
  elseif v.kind == 'fail' then
    log_failed(task, agent.id)
  elseif v.kind == 'decline' then
    log_requeued(task, agent.id, 'declined', ',"why":' .. v.body)
  else
    log_requeued(task, agent.id, 'released')
  end
end

local function freed()
  return {state = agent.state == 'draining' and 'draining' or 'idle', current_task = false, attempt = false}
end

if not is_current(agent, fence) then
  if not task then return refuse('unknown_task', fence.task) end
  if is_repeated() then
    local live = live_agent(fence.agent, fence.incarnation)
    return done({status = task['last_settle.status'], counted = task['last_settle.counted'] == '1',
                 next = claim_next(live)})
  end
  keep_late_result()
  save()
  return refuse('stale_fence', fence.agent, fence.task, fence.attempt)
end

local counted, settled = held_task(agent) ~= nil, freed()
if counted then
  local changes = outcome()
  changes.holder = false
  change(task, changes)
  if v.kind == 'complete' then
    call('SET', result_key(task.id), v.body)
    settled.claims_from, settled.crashes = false, false
  end
  change_agent(agent, settled)
  log_outcome()
  resolve(max_dependants_a_step)
else
  keep_late_result()
  local before = agent.state
  change_agent(agent, settled)
  if agent.state ~= before then log_agent_changed(agent, before, 'task_settled') end
end
local status = task and task.status or 'cancelled'
if task and number(task['last_settle.attempt']) <= fence.attempt then
  update(task_key(task.id), task, {['last_settle.agent'] = agent.id, ['last_settle.incarnation'] = agent.incarnation,
         ['last_settle.attempt'] = fence.attempt, ['last_settle.kind'] = v.kind, ['last_settle.digest'] = extra.digest,
         ['last_settle.status'] = status, ['last_settle.counted'] = counted and '1' or '0'})
end
return done({status = status, counted = counted, next = claim_next(agent)})
