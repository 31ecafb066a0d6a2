-- register.lua: everything is looked at before the first write; what the former incarnation held is freed in the same step.
-- uses: mutation crash
local known = find_agent(v.agent)
if known and known.incarnation == v.incarnation then
  if known.state == 'crashed' then return refuse('crashed', v.agent) end
  return done(known)
end
local fresh = {id = v.agent, state = 'idle', incarnation = v.incarnation, deadline = now + v.ttl_us,
               lanes = cjson.encode(v.lanes), registered_at = now}
if v.version ~= '' then fresh.version = v.version end
if v.metadata ~= 'null' then fresh.metadata = v.metadata end
if known then
  local task = held_task(known)
  fresh.crashes, fresh.claims_from = known.crashes, known.claims_from
  if task then
    local crashes, claims_from = noted_crash(known)
    fresh.crashes, fresh.claims_from = crashes, claims_from or known.claims_from
  end
  expire_locks(P .. 'agent_locks:' .. v.agent, 'agent')
  abandon(task, v.agent)
  call('DEL', agent_key(v.agent))
end
local agent = {}
update(agent_key(v.agent), agent, fresh)
call('ZADD', P .. 'agents', 0, v.agent)
plan('agent_deadlines', v.agent, agent.deadline)
local lanes = {}
for i, lane in ipairs(v.lanes) do lanes[i] = quote(lane) end
append('agent.registered', nil, v.agent, '{"incarnation":' .. quote(v.incarnation) .. ',"lanes":[' ..
       table.concat(lanes, ',') .. ']}')
return done(agent)
