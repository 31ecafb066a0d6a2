-- beat.lua: renews only the fence it names, so a beat of the past cannot keep another's hold alive.
-- uses: mutation agents
local agent, no = live_agent(v.agent, v.incarnation)
if not agent then return refuse(no, v.agent) end
if v.task then
  local fence = {incarnation = v.incarnation, task = v.task, attempt = v.attempt}
  if not is_current(agent, fence) then return refuse('stale_fence', v.agent, v.task, v.attempt) end
end
local names_what_it_holds = v.task == agent.current_task
if names_what_it_holds then change_agent(agent, {deadline = later_deadline(agent, now + v.ttl_us)}) end
local orders = {deadline = agent.deadline, drain = agent.state == 'draining'}
if agent.current_task then
  local held = {agent = agent.id, incarnation = agent.incarnation, task = agent.current_task, attempt = agent.attempt}
  if not held_task(agent) then
    orders.cancel = held
  elseif not names_what_it_holds then
    orders.grant = held
  end
end
return done(orders)
