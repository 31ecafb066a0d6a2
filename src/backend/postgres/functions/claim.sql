-- claim.sql: the task leaves the queue in the step that gives it a holder, a lease and an event, so no crash finds it in
-- nobody's hands.

CREATE OR REPLACE FUNCTION baton_ns.grant_of(the_agent text, its_incarnation text, the_task uuid, its_attempt bigint, task json,
                                             until bigint) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT '{"task":' || task::text || ',"fence":{"agent":' || baton_ns.quote(the_agent) || ',"incarnation":' ||
         baton_ns.quote(its_incarnation) || ',"task":"' || the_task || '","attempt":' || its_attempt || '},"deadline":' || until || '}'
$$;

CREATE OR REPLACE FUNCTION baton_ns.start_work(agent baton_ns.agents, clock bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF agent.state <> 'assigned' THEN RETURN; END IF;
  UPDATE baton_ns.agents a SET state = 'working' WHERE a.id = agent.id;
  PERFORM baton_ns.log_agent_changed(agent.id, 'assigned', 'working', 'work_started', clock);
END $$;

-- The claim of an agent that holds a task: the repeat of a lost one, or the pick-up of a pushed one.
CREATE OR REPLACE FUNCTION baton_ns.claim_again(agent baton_ns.agents, the_claim text, lease bigint, pushed boolean, clock bigint)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  task baton_ns.tasks := baton_ns.held_task(agent);
  picks_up boolean := NOT pushed AND agent.state IN ('assigned', 'draining');
  until bigint;
BEGIN
  IF task.id IS NULL OR NOT (picks_up OR agent.last_claim = the_claim) THEN RETURN NULL; END IF;
  SELECT b.deadline INTO until FROM baton_ns.beats b WHERE b.agent = agent.id;
  IF picks_up THEN
    until := baton_ns.extend(agent.id, clock + lease);
    UPDATE baton_ns.agents a SET last_claim = the_claim WHERE a.id = agent.id;
    PERFORM baton_ns.start_work(agent, clock);
  END IF;
  RETURN baton_ns.grant_of(agent.id, agent.incarnation, task.id, task.attempt, row_to_json(task), until);
END $$;

-- The line whose first task is the most urgent of those in the lanes; an empty row if there is none.
CREATE OR REPLACE FUNCTION baton_ns.first_line(lanes text[]) RETURNS baton_ns.lines LANGUAGE plpgsql STABLE AS $$
DECLARE
  first baton_ns.lines;
BEGIN
  IF (SELECT m.all_paused FROM baton_ns.meta m) THEN RETURN NULL; END IF;
  IF lanes[1] = '*' THEN
    SELECT * INTO first FROM baton_ns.lines l WHERE l.depth > 0 AND NOT l.paused AND NOT starts_with(l.lane, 'baton.')
    ORDER BY l.priority, l.head LIMIT 1;
  ELSIF cardinality(lanes) = 1 THEN
    SELECT * INTO first FROM baton_ns.lines l WHERE l.lane = lanes[1] AND l.depth > 0 AND NOT l.paused ORDER BY l.priority LIMIT 1;
  ELSE
    SELECT * INTO first FROM baton_ns.lines l WHERE l.lane = ANY (lanes) AND l.depth > 0 AND NOT l.paused
    ORDER BY l.priority, l.head LIMIT 1;
  END IF;
  RETURN first;
END $$;

-- The grant, the text `null` when there is nothing to claim, or nothing: the agent is not idle.
CREATE OR REPLACE FUNCTION baton_ns.claim_for(agent baton_ns.agents, the_claim text, lease bigint, pushed boolean, clock bigint)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  first baton_ns.lines;
  its_task uuid;
  its_attempt bigint;
  its_trace text;
  task json;
  until bigint;
BEGIN
  IF agent.current_task IS NOT NULL THEN RETURN baton_ns.claim_again(agent, the_claim, lease, pushed, clock); END IF;
  IF agent.last_claim = the_claim THEN RETURN 'null'; END IF;
  IF agent.state <> 'idle' THEN RETURN NULL; END IF;
  IF agent.claims_from > clock THEN RETURN 'null'; END IF;
  first := baton_ns.first_line(agent.lanes);
  IF first.lane IS NULL THEN RETURN 'null'; END IF;
  DELETE FROM baton_ns.ready r WHERE r.lane = first.lane AND r.priority = first.priority AND r.place = first.head
  RETURNING r.task INTO its_task;
  UPDATE baton_ns.tasks t
  SET status = 'running', attempt = t.attempt + 1, holder = agent.id, progress = NULL, started_at = clock, updated_at = clock
  WHERE t.id = its_task RETURNING t.attempt, t.traceparent, row_to_json(t) INTO its_attempt, its_trace, task;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the first place of a line is empty; run `baton store check`' USING ERRCODE = 'data_corrupted';
  END IF;
  PERFORM baton_ns.close_ranks(first.lane, first.priority, first.head);
  until := baton_ns.extend(agent.id, clock + lease);
  UPDATE baton_ns.agents a
  SET state = CASE WHEN pushed THEN 'assigned' ELSE 'working' END, current_task = its_task, attempt = its_attempt,
      last_claim = the_claim
  WHERE a.id = agent.id;
  PERFORM baton_ns.log(clock, 'task.assigned', its_task, agent.id,
                       baton_ns.attempt_of(its_attempt, its_trace) || ',"pushed":' || pushed::text || '}');
  RETURN baton_ns.grant_of(agent.id, agent.incarnation, its_task, its_attempt, task, until);
END $$;

CREATE OR REPLACE FUNCTION baton_ns.claim(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  agent baton_ns.agents;
  no text;
  granted text;
BEGIN
  SELECT * INTO agent FROM baton_ns.agents a WHERE a.id = v->>'agent';
  no := baton_ns.not_live(agent, v->>'incarnation');
  IF no IS NOT NULL THEN RETURN baton_ns.refuse(no, v->>'agent'); END IF;
  granted := baton_ns.claim_for(agent, v->>'claim_id', (v->>'lease_us')::bigint, coalesce((v->>'pushed')::boolean, false), clock);
  IF granted IS NULL THEN RETURN baton_ns.refuse('not_idle', v->>'agent', agent.state); END IF;
  RETURN '0,' || granted;
END $$;

-- Kept only under the agent's current fence.
CREATE OR REPLACE FUNCTION baton_ns.progress(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  fence jsonb := v->'fence';
  agent baton_ns.agents := baton_ns.find_agent(fence->>'agent');
  task baton_ns.tasks;
BEGIN
  IF NOT baton_ns.is_current(agent, fence) THEN
    RETURN baton_ns.refuse('stale_fence', fence->>'agent', fence->>'task', fence->>'attempt');
  END IF;
  task := baton_ns.held_task(agent);
  IF task.id IS NULL THEN RETURN '0,{"cancel":true,"deadline":' || agent.deadline || '}'; END IF;
  UPDATE baton_ns.tasks t SET progress = v->>'progress', updated_at = clock WHERE t.id = task.id;
  PERFORM baton_ns.start_work(agent, clock);
  RETURN '0,{"cancel":false,"deadline":' || agent.deadline || '}';
END $$;
