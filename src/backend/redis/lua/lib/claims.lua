-- claims.lua: gives the first task in line to an agent. The task leaves the queue in the step that gives it a holder and
-- a lease, so no crash can lose it in between.
-- uses: agents
local function grant_of(agent, task)
  return {task = with_bodies(task), deadline = agent.deadline,
          fence = {agent = agent.id, incarnation = agent.incarnation, task = task.id, attempt = number(task.attempt)}}
end

local function start_work(agent)
  if agent.state ~= 'assigned' then return end
  change_agent(agent, {state = 'working'})
  log_agent_changed(agent, 'assigned', 'work_started')
end

-- The claim of an agent that holds a task: the repeat of a lost one, or the pick-up of a pushed one.
local function claim_again(agent, request, pushed)
  local task = held_task(agent)
  local picks_up = not pushed and (agent.state == 'assigned' or agent.state == 'draining')
  if not task or not (picks_up or agent.last_claim == request.claim_id) then return nil, 'not_idle' end
  if picks_up then
    change_agent(agent, {last_claim = request.claim_id, deadline = later_deadline(agent, now + request.lease_us)})
    start_work(agent)
  end
  return grant_of(agent, task)
end

-- The first lane that is not the engine's own; as many are passed over as it has.
local function first_open_lane()
  local at, lane = 0, nil
  repeat
    lane = call('ZRANGE', P .. 'heads', at, at)[1]
    at = at + 1
  until not lane or lane:sub(1, 6) ~= 'baton.'
  return lane
end

-- The lane of the agent whose first task is the most urgent.
local function first_lane(agent)
  if call('HGET', P .. 'meta', 'all_paused') == '1' then return nil end
  local lanes = cjson.decode(agent.lanes)
  if lanes[1] == '*' then return first_open_lane() end
  local best, best_score
  for i, score in ipairs(call('ZMSCORE', P .. 'heads', unpack(lanes))) do
    score = tonumber(score)
    if score and (not best_score or score < best_score) then best, best_score = lanes[i], score end
  end
  return best
end

-- The grant, false when there is nothing to claim, or nil and the refusal.
local function claim(agent, request, pushed)
  if agent.current_task then return claim_again(agent, request, pushed) end
  if agent.last_claim == request.claim_id then return false end
  if agent.state ~= 'idle' then return nil, 'not_idle' end
  if agent.claims_from and tonumber(agent.claims_from) > now then return false end
  local lane = first_lane(agent)
  if not lane then return false end
  local task = find_task(call('ZRANGE', queue_of(lane), 0, 0)[1])
  change(task, {status = 'running', attempt = number(task.attempt) + 1, holder = agent.id, started_at = now,
                progress = false})
  change_agent(agent, {state = pushed and 'assigned' or 'working', current_task = task.id, attempt = task.attempt,
                       last_claim = request.claim_id, deadline = later_deadline(agent, now + request.lease_us)})
  append('task.assigned', task.id, agent.id, attempt_of(task) .. ',"pushed":' .. tostring(pushed) .. '}')
  return grant_of(agent, task)
end
