-- crash.lua: what becomes of an agent that is gone, its task and its locks.
-- uses: agents dependants lock_changes
local crashes_to_dead, crashes_to_quarantine, crash_window, quarantine = 3, 6, 60000000, 60000000

-- The crashes of the last minute, and until when the agent gets no work.
local function noted_crash(agent)
  local recent = {}
  for _, at in ipairs(agent.crashes and cjson.decode(agent.crashes) or {}) do
    if tonumber(at) > now - crash_window then recent[#recent + 1] = at end
  end
  recent[#recent + 1] = int(now)
  if #recent > crashes_to_quarantine then table.remove(recent, 1) end
  local too_many = #recent >= crashes_to_quarantine
  local claims_from = (too_many or agent.claims_from) and int(now + quarantine) or nil
  return cjson.encode(recent), claims_from
end

-- Takes the task out of the hands of an agent that is gone; its crashes count.
local function abandon(task, agent)
  if not task then return end
  local crashes = number(task.crashes) + 1
  if crashes < crashes_to_dead then
    change(task, {status = 'pending', holder = false, crashes = crashes})
    log_requeued(task, agent, 'crashed')
    return
  end
  change(task, {status = 'dead', holder = false, ended_at = now, crashes = crashes,
                error = reason('its holders crashed too often')})
  append('task.dead', task.id, agent, attempt_of(task) .. ',"crashes":' .. crashes .. '}')
  resolve(max_dependants_a_step)
end

local function crash(agent, event)
  local before, task = agent.state, held_task(agent)
  local crashes, claims_from = noted_crash(agent)
  change_agent(agent, {state = 'crashed', current_task = false, attempt = false, crashes = crashes,
                       claims_from = claims_from})
  plan('agent_deadlines', agent.id, nil)
  log_agent_changed(agent, before, event)
  expire_locks(P .. 'agent_locks:' .. agent.id, 'agent')
  abandon(task, agent.id)
end
