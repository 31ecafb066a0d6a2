-- sweep.lua: each item is taken from an agenda and changed in the one step, so what a settle or beat changed before is left
-- alone. Costs what is due, not what exists.
-- uses: mutation crash correlation_changes group_changes handoffs records forget
local report, budget = {}, v.limit

-- Carries out `act` for each key that is due, within the budget.
local function for_due(agenda, counted, act, by)
  local done_here = 0
  while budget > 0 do
    local due = call('ZRANGEBYSCORE', P .. agenda, '-inf', int(by or now), 'LIMIT', 0, 1)[1]
    if not due then break end
    act(due)
    done_here = done_here + 1
    budget = budget - 1
  end
  report[counted] = done_here
end

for_due('agent_deadlines', 'agents_crashed', function(id) crash(find_agent(id), 'deadline_passed') end)
for_due('lock_expiries', 'locks_expired', function(name) expire_lock(find_lock(name), 'ttl') end)
report.sessions_ended = 0
while budget > 0 do
  local id = call('ZRANGEBYSCORE', P .. 'session_deadlines', '-inf', int(now), 'LIMIT', 0, 1)[1]
  if not id then break end
  local bound = call('ZRANGE', P .. 'session_locks:' .. id, 0, 0)[1]
  if bound then
    expire_lock(find_lock(bound), 'session')
    report.locks_expired = report.locks_expired + 1
  else
    plan('session_deadlines', id, nil)
    call('ZREM', P .. 'sessions', id)
    report.sessions_ended = report.sessions_ended + 1
  end
  budget = budget - 1
end

for_due('task_deadlines', 'deadlines_passed', function(id)
  local task = find_task(id)
  local holder = task.holder
  finish(task, 'failed', reason('deadline passed'))
  log_failed(task, holder)
end)
for_due('scheduled', 'tasks_due', function(id)
  local task = find_task(id)
  requeue(task, 'pending')
  log_requeued(task, nil, 'due')
end)
report.dependants_resolved = resolve(budget)
budget = budget - report.dependants_resolved

for_due('collecting', 'correlations_timed_out', function(id) time_out(find_correlation(id)) end)
for_due('last_deliveries', 'dead_letters', function(delivery)
  local name, at = string.match(delivery, '^(.*)\n(%d+)$')
  give_up(find_group(name), tonumber(at))
end)
for_due('result_expiries', 'results_expired', drop_handoff)
for_due('record_expiries', 'records_expired', drop_record)
for_due('correlation_expiries', 'correlations_expired', expire_correlation)
for_due('key_expiries', 'keys_expired', drop_key)
for_due('ended', 'tasks_forgotten', forget, now - v.forget_tasks_after_us)

-- The newest position below which the group needs nothing from the log.
local function unacknowledged(group)
  local from = '-inf'
  while true do
    local some = call('ZRANGEBYSCORE', pending_key(group.name), from, '+inf', 'LIMIT', 0, 100)
    for _, at in ipairs(some) do
      if call('HEXISTS', kept_key(group.name), at) == 0 then return at - 1 end
    end
    if #some < 100 then return tonumber(group.cursor) end
    from = '(' .. some[#some]
  end
end

local function lose(group, last)
  local lost = 0
  for _, at in ipairs(call('ZRANGEBYSCORE', pending_key(group.name), '-inf', int(last))) do
    if call('HEXISTS', kept_key(group.name), at) == 0 then
      lost = lost + 1
      take_pending(group, tonumber(at))
    end
  end
  local cursor = tonumber(group.cursor)
  if cursor < last then
    lost = lost + last - cursor
    update(group_key(group.name), group, {cursor = last})
  end
  if lost > 0 then count_dropped(group, lost) end
  report.events_dropped = report.events_dropped + lost
end

local groups = {}
for i, name in ipairs(call('ZRANGE', P .. 'groups', 0, -1)) do groups[i] = find_group(name) end

local function trim_to(last)
  for _, group in ipairs(groups) do lose(group, last) end
  report.events_trimmed = report.events_trimmed + call('XTRIM', P .. 'tasks', 'MINID', '=', int(last + 1) .. '-0') +
                          call('ZREMRANGEBYSCORE', P .. 'purged_events', '-inf', int(last))
end

local most = 10 * v.limit
report.events_trimmed, report.events_dropped = 0, 0
local length = count_entries()
if length > v.max_events then -- past the hard cap, whatever the groups still need
  trim_to(first_position() + math.min(length - v.max_events, most) - 1)
  length = count_entries()
end
if length > v.keep_events and report.events_trimmed < most then
  local last = first_position() + math.min(length - v.keep_events, most - report.events_trimmed) - 1
  for _, group in ipairs(groups) do last = math.min(last, unacknowledged(group)) end
  trim_to(last)
end

local next_due
local function consider(at)
  if at and (not next_due or at < next_due) then next_due = at end
end
for _, agenda in ipairs({'agent_deadlines', 'lock_expiries', 'session_deadlines', 'task_deadlines', 'scheduled',
                         'collecting', 'last_deliveries', 'result_expiries', 'record_expiries', 'correlation_expiries',
                         'key_expiries'}) do
  consider(tonumber(call('ZRANGE', P .. agenda, 0, 0, 'WITHSCORES')[2]))
end
local first_ended = tonumber(call('ZRANGE', P .. 'ended', 0, 0, 'WITHSCORES')[2])
consider(first_ended and first_ended + v.forget_tasks_after_us)
if call('EXISTS', P .. 'unresolved') == 1 or report.events_trimmed == most then consider(now) end
report.next_due = next_due and int(math.max(next_due, now))
return done(report)
