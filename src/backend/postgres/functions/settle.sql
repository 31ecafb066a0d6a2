-- settle.sql: counts only under the current fence (agent, incarnation, task, attempt), so a zombie cannot settle what was given
-- to another; the same settle again is recognised and changes nothing.

CREATE OR REPLACE FUNCTION baton_ns.is_current(agent baton_ns.agents, fence jsonb) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN coalesce(agent.incarnation = fence->>'incarnation' AND agent.current_task = (fence->>'task')::uuid
                  AND agent.attempt = (fence->>'attempt')::bigint, false);
END $$;

-- A complete that does not count is kept in the log, once an attempt, if the attempt was issued and nobody holds it.
CREATE OR REPLACE FUNCTION baton_ns.keep_late_result(task baton_ns.tasks, v jsonb, clock bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  its_attempt bigint := (v->'fence'->>'attempt')::bigint;
BEGIN
  IF v->>'kind' <> 'complete' OR task.id IS NULL THEN RETURN; END IF;
  IF its_attempt > task.attempt OR (its_attempt = task.attempt AND task.status = 'running') THEN RETURN; END IF;
  INSERT INTO baton_ns.late_results (task, attempt) VALUES ((v->'fence'->>'task')::uuid, its_attempt) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM baton_ns.log(clock, 'task.late_result', task.id, v->'fence'->>'agent',
                       baton_ns.attempt_of(its_attempt, task.traceparent) || ',"result":' || (v->>'body') || '}');
END $$;

-- What the agent gets to do next, if it asked.
CREATE OR REPLACE FUNCTION baton_ns.claim_next(agent baton_ns.agents, next jsonb, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  IF next IS NULL OR agent.id IS NULL THEN RETURN 'null'; END IF;
  RETURN coalesce(baton_ns.claim_for(agent, next->>'claim_id', (next->>'lease_us')::bigint, false, clock), 'null');
END $$;

CREATE OR REPLACE FUNCTION baton_ns.log_outcome(task baton_ns.tasks, v jsonb, the_agent text, clock bigint) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF v->>'kind' = 'complete' THEN
    PERFORM baton_ns.log(clock, 'task.completed', task.id, the_agent,
                         baton_ns.attempt_of(task.attempt, task.traceparent) || '}');
  ELSIF task.status = 'scheduled' THEN
    PERFORM baton_ns.log(clock, 'task.retrying', task.id, the_agent, baton_ns.attempt_of(task.attempt, task.traceparent) ||
      ',"failures":' || task.failures || ',"run_at":"' || baton_ns.rfc3339(task.run_at) || '"' || baton_ns.with_error(task));
  ELSIF v->>'kind' = 'fail' THEN
    PERFORM baton_ns.log_ended(task, 'failed', the_agent, clock);
  ELSIF v->>'kind' = 'decline' THEN
    PERFORM baton_ns.log_requeued(task, the_agent, 'declined', ',"why":' || (v->>'body'), clock);
  ELSE
    PERFORM baton_ns.log_requeued(task, the_agent, 'released', '', clock);
  END IF;
END $$;

-- The task as its settle leaves it.
CREATE OR REPLACE FUNCTION baton_ns.outcome(task baton_ns.tasks, v jsonb, clock bigint) RETURNS baton_ns.tasks LANGUAGE plpgsql AS $$
DECLARE
  delays jsonb := v->'extra'->'delays';
BEGIN
  task.holder := NULL;
  task.updated_at := clock;
  IF v->>'kind' = 'complete' THEN
    task.status := 'completed';
    task.result := v->>'body';
    task.ended_at := clock;
  ELSIF v->>'kind' = 'fail' THEN
    task.failures := task.failures + 1;
    task.error := v->>'body';
    IF (v->>'retry')::boolean AND task.failures < task.max_attempts THEN
      task.status := 'scheduled';
      task.run_at := clock + (delays->>(least(task.failures, jsonb_array_length(delays))::integer - 1))::bigint;
    ELSE
      task.status := 'failed';
      task.ended_at := clock;
    END IF;
  ELSE
    task.status := 'pending';
  END IF;
  RETURN task;
END $$;

-- The usual settle: one that counts, completes, and asks for nothing more.
CREATE OR REPLACE FUNCTION baton_ns.complete(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  its_agent text := v->'fence'->>'agent';
  its_task uuid := v->'fence'->>'task';
  its_attempt bigint := v->'fence'->>'attempt';
  its_trace text;
BEGIN
  UPDATE baton_ns.tasks t
  SET status = 'completed', result = v->>'body', holder = NULL, ended_at = clock, updated_at = clock,
      last_settle = ROW(its_agent, v->'fence'->>'incarnation', its_attempt, 'complete', v->'extra'->>'digest', 'completed', true)
  WHERE t.id = its_task RETURNING t.traceparent INTO its_trace;
  UPDATE baton_ns.agents a
  SET state = CASE WHEN a.state = 'draining' THEN 'draining' ELSE 'idle' END, current_task = NULL, attempt = 0,
      claims_from = NULL, crashes = '{}'
  WHERE a.id = its_agent;
  PERFORM baton_ns.log(clock, 'task.completed', its_task, its_agent, baton_ns.attempt_of(its_attempt, its_trace) || '}');
  IF EXISTS (SELECT FROM baton_ns.dependencies d WHERE d.dependency = its_task) OR EXISTS (SELECT FROM baton_ns.unresolved) THEN
    INSERT INTO baton_ns.unresolved (seq, task)
    SELECT t.seq, t.id FROM baton_ns.tasks t
    WHERE t.id = its_task AND EXISTS (SELECT FROM baton_ns.dependencies d WHERE d.dependency = its_task);
    PERFORM baton_ns.resolve(100, clock);
  END IF;
  RETURN '0,{"status":"completed","counted":true,"next":null}';
END $$;

CREATE OR REPLACE FUNCTION baton_ns.settle(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  fence jsonb := v->'fence';
  agent baton_ns.agents;
  task baton_ns.tasks;
  before baton_ns.tasks;
  state_before text;
  counts boolean;
BEGIN
  SELECT * INTO agent FROM baton_ns.agents a WHERE a.id = fence->>'agent';
  SELECT * INTO task FROM baton_ns.tasks t WHERE t.id = (fence->>'task')::uuid;
  IF NOT baton_ns.is_current(agent, fence) THEN
    IF task.id IS NULL THEN RETURN baton_ns.refuse('unknown_task', fence->>'task'); END IF;
    IF (task.last_settle).agent = fence->>'agent' AND (task.last_settle).incarnation = fence->>'incarnation'
       AND (task.last_settle).attempt = (fence->>'attempt')::bigint AND (task.last_settle).kind = v->>'kind'
       AND (task.last_settle).digest = v->'extra'->>'digest' THEN
      IF baton_ns.not_live(agent, fence->>'incarnation') IS NOT NULL THEN agent := NULL; END IF;
      RETURN '0,{"status":"' || (task.last_settle).status || '","counted":' || (task.last_settle).counted::text ||
             ',"next":' || baton_ns.claim_next(agent, v->'next', clock) || '}';
    END IF;
    PERFORM baton_ns.keep_late_result(task, v, clock);
    RETURN baton_ns.refuse('stale_fence', fence->>'agent', fence->>'task', fence->>'attempt');
  END IF;

  counts := coalesce(task.status = 'running' AND task.attempt = agent.attempt AND task.holder = agent.id, false);
  IF counts AND v->>'kind' = 'complete' AND NOT v ? 'next' THEN RETURN baton_ns.complete(v, clock); END IF;
  before := task;
  state_before := agent.state;
  agent.state := CASE WHEN agent.state = 'draining' THEN 'draining' ELSE 'idle' END;
  agent.current_task := NULL;
  agent.attempt := 0;
  IF counts THEN
    task := baton_ns.outcome(task, v, clock);
    IF v->>'kind' = 'complete' THEN
      agent.claims_from := NULL;
      agent.crashes := '{}';
    END IF;
  ELSE
    PERFORM baton_ns.keep_late_result(task, v, clock);
    IF agent.state <> state_before THEN
      PERFORM baton_ns.log_agent_changed(agent.id, state_before, agent.state, 'task_settled', clock);
    END IF;
  END IF;
  UPDATE baton_ns.agents a
  SET state = agent.state, current_task = NULL, attempt = 0, claims_from = agent.claims_from, crashes = agent.crashes
  WHERE a.id = agent.id;
  IF task.id IS NOT NULL AND coalesce((task.last_settle).attempt, 0) <= (fence->>'attempt')::bigint THEN
    task.last_settle := ROW(agent.id, agent.incarnation, (fence->>'attempt')::bigint, v->>'kind', v->'extra'->>'digest',
                            task.status, counts)::baton_ns.last_settle;
  END IF;
  IF task.id IS NOT NULL THEN PERFORM baton_ns.put(before, task); END IF;
  IF counts THEN
    PERFORM baton_ns.log_outcome(task, v, agent.id, clock);
    PERFORM baton_ns.resolve(100, clock);
  END IF;
  RETURN '0,{"status":"' || coalesce(task.status, 'cancelled') || '","counted":' || counts::text || ',"next":' ||
         baton_ns.claim_next(agent, v->'next', clock) || '}';
END $$;
