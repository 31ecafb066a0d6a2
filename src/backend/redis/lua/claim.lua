-- claim.lua: queue, task, agent, lease and log change in one run, so no crash finds the task in nobody's hands.
-- uses: mutation claims
local agent, no = live_agent(v.agent, v.incarnation)
if not agent then return refuse(no, v.agent) end
local grant, refused = claim(agent, v, v.pushed)
if refused then return refuse(refused, v.agent, agent.state) end
return done(grant)
