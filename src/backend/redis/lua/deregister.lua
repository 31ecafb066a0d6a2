-- deregister.lua: the agent, its locks and its hold go together; another incarnation is left alone.
-- uses: mutation agents lock_changes
local agent = find_agent(v.agent)
if not agent then return done(false) end
if v.incarnation and agent.incarnation ~= v.incarnation then return refuse('other_incarnation', v.agent) end
expire_locks(P .. 'agent_locks:' .. v.agent, 'agent')
local task = held_task(agent)
if task then
  requeue(task, 'pending')
  log_requeued(task, v.agent, 'released')
end
append('agent.removed', nil, v.agent, '{}')
plan('agent_deadlines', v.agent, nil)
call('ZREM', P .. 'agents', v.agent)
call('DEL', agent_key(v.agent))
return done(true)
