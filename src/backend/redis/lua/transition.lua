-- transition.lua: the compare-and-set: the state is read and changed in one run, so of two callers one finds it changed.
-- uses: mutation crash
local agent = find_agent(v.agent)
if not agent then return refuse('unknown_agent', v.agent) end
if v.incarnation and agent.incarnation ~= v.incarnation then return refuse('other_incarnation', v.agent) end
if agent.state ~= v.expected then return refuse('state_differs', v.agent, v.expected, agent.state) end
if v.event == 'resume' and agent.current_task then return refuse('holds_a_task', v.agent, agent.state) end
if v.event == 'agent_failed' then
  crash(agent, v.event)
  return done(agent)
end
local before = agent.state
change_agent(agent, {state = extra.to})
log_agent_changed(agent, before, v.event)
return done(agent)
