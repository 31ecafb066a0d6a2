-- progress.lua: kept only under the agent's current fence.
-- uses: mutation claims
local agent = find_agent(v.fence.agent)
if not is_current(agent, v.fence) then return refuse('stale_fence', v.fence.agent, v.fence.task, v.fence.attempt) end
local task = held_task(agent)
if not task then return done({cancel = true, deadline = agent.deadline}) end
change(task, {progress = v.progress})
start_work(agent)
return done({cancel = false, deadline = agent.deadline})
