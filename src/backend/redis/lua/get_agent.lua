-- get_agent.lua: one hash.
-- uses: read
local agent = call('HGETALL', P .. 'agent:' .. v.agent)
if #agent == 0 then return refuse('unknown_agent', v.agent) end
return done(agent)
