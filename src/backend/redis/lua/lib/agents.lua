-- agents.lua: an agent, its fence and its liveness.
-- uses: hash tasks
local function agent_key(id) return P .. 'agent:' .. id end

local function find_agent(id) return picture(call('HGETALL', agent_key(id))) end

-- The agent, or why it cannot be spoken for.
local function live_agent(id, incarnation)
  local agent = find_agent(id)
  if not agent then return nil, 'unknown_agent' end
  if agent.incarnation ~= incarnation then return nil, 'other_incarnation' end
  if agent.state == 'crashed' then return nil, 'crashed' end
  return agent
end

local function is_current(agent, fence)
  return agent and agent.incarnation == fence.incarnation and agent.current_task == fence.task and
         number(agent.attempt) == fence.attempt
end

-- The running task that the agent holds and whose outcome would count.
local function held_task(agent)
  local task = agent.current_task and find_task(agent.current_task)
  local counts = task and task.status == 'running' and task.attempt == agent.attempt and task.holder == agent.id
  return counts and task or nil
end

local function change_agent(agent, changes) update(agent_key(agent.id), agent, changes) end

-- The deadline only ever moves on.
local function later_deadline(agent, at)
  local deadline = math.max(tonumber(agent.deadline), at)
  if agent.state ~= 'crashed' then plan('agent_deadlines', agent.id, deadline) end
  return deadline
end

local function log_agent_changed(agent, before, event)
  append('agent.changed', nil, agent.id, '{"from":"' .. before .. '","to":"' .. agent.state .. '","event":"' .. event ..
         '"}')
end
