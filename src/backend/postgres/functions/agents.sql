-- agents.sql: an agent, its fence and its liveness. Its deadline stands in a row of its own, which beats change outside of the
-- turn; everything else changes within it.

CREATE OR REPLACE FUNCTION baton_ns.find_agent(the_agent text) RETURNS baton_ns.agents LANGUAGE plpgsql STABLE AS $$
DECLARE
  agent baton_ns.agents;
BEGIN
  SELECT a.id, a.state, a.incarnation, coalesce(b.deadline, a.deadline), a.current_task, a.attempt, a.lanes, a.version,
         a.metadata, a.claims_from, a.crashes, a.last_claim, a.registered_at
  INTO agent FROM baton_ns.agents a LEFT JOIN baton_ns.beats b ON b.agent = a.id WHERE a.id = the_agent;
  RETURN agent;
END $$;

-- Why nobody may speak for the agent, or nothing.
CREATE OR REPLACE FUNCTION baton_ns.not_live(agent baton_ns.agents, the_incarnation text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN agent.id IS NULL THEN 'unknown_agent'
              WHEN agent.incarnation <> the_incarnation THEN 'other_incarnation'
              WHEN agent.state = 'crashed' THEN 'crashed' END
$$;

-- The deadline only ever moves on.
CREATE OR REPLACE FUNCTION baton_ns.extend(the_agent text, until bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  extended bigint;
BEGIN
  UPDATE baton_ns.beats b SET deadline = greatest(b.deadline, until) WHERE b.agent = the_agent RETURNING b.deadline INTO extended;
  RETURN extended;
END $$;

CREATE OR REPLACE FUNCTION baton_ns.log_agent_changed(the_agent text, before text, after text, event text, clock bigint)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM baton_ns.log(clock, 'agent.changed', NULL, the_agent,
                       '{"from":"' || before || '","to":"' || after || '","event":"' || event || '"}');
END $$;

-- The running task that the agent holds and whose outcome would count; an empty row if there is none. Here and elsewhere
-- OFFSET 0 keeps the planner to the key: an index of statuses also holds all that have left the status, as long as somebody's
-- old snapshot keeps them.
CREATE OR REPLACE FUNCTION baton_ns.held_task(agent baton_ns.agents) RETURNS baton_ns.tasks LANGUAGE plpgsql STABLE AS $$
DECLARE
  task baton_ns.tasks;
BEGIN
  SELECT * INTO task FROM (SELECT * FROM baton_ns.tasks x WHERE x.id = agent.current_task OFFSET 0) t
  WHERE t.status = 'running' AND t.attempt = agent.attempt AND t.holder = agent.id;
  RETURN task;
END $$;

-- Everything is looked at before the first write; what the former incarnation held is freed in the same step.
CREATE OR REPLACE FUNCTION baton_ns.register(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  known baton_ns.agents := baton_ns.find_agent(v->>'agent');
  fresh baton_ns.agents;
  task baton_ns.tasks;
BEGIN
  IF known.incarnation = v->>'incarnation' THEN
    IF known.state = 'crashed' THEN RETURN baton_ns.refuse('crashed', v->>'agent'); END IF;
    RETURN baton_ns.done(row_to_json(known));
  END IF;
  fresh.id := v->>'agent';
  fresh.state := 'idle';
  fresh.incarnation := v->>'incarnation';
  fresh.deadline := clock + (v->>'ttl_us')::bigint;
  fresh.attempt := 0;
  fresh.lanes := ARRAY(SELECT l FROM jsonb_array_elements_text(v->'lanes') WITH ORDINALITY e(l, i) ORDER BY i);
  fresh.version := coalesce(v->>'version', '');
  fresh.metadata := coalesce(v->>'metadata', 'null');
  fresh.crashes := '{}';
  fresh.last_claim := '';
  fresh.registered_at := clock;
  IF known.id IS NOT NULL THEN
    task := baton_ns.held_task(known);
    IF task.id IS NOT NULL THEN known := baton_ns.note_crash(known, clock); END IF;
    fresh.crashes := known.crashes;
    fresh.claims_from := known.claims_from;
    PERFORM baton_ns.expire_agent_locks(known.id, clock);
    PERFORM baton_ns.abandon(task, known.id, clock);
    DELETE FROM baton_ns.agents a WHERE a.id = known.id;
  END IF;
  INSERT INTO baton_ns.agents SELECT fresh.*;
  INSERT INTO baton_ns.beats AS b (agent, deadline) VALUES (fresh.id, fresh.deadline)
  ON CONFLICT (agent) DO UPDATE SET deadline = excluded.deadline;
  PERFORM baton_ns.log(clock, 'agent.registered', NULL, fresh.id, '{"incarnation":' || baton_ns.quote(fresh.incarnation) ||
    ',"lanes":[' || (SELECT string_agg(baton_ns.quote(l), ',' ORDER BY i) FROM unnest(fresh.lanes) WITH ORDINALITY e(l, i)) || ']}');
  RETURN baton_ns.done(row_to_json(fresh));
END $$;

-- The agent, its locks and its hold go together; another incarnation is left alone.
CREATE OR REPLACE FUNCTION baton_ns.deregister(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  agent baton_ns.agents := baton_ns.find_agent(v->>'agent');
  task baton_ns.tasks;
BEGIN
  IF agent.id IS NULL THEN RETURN '0,false'; END IF;
  IF agent.incarnation <> v->>'incarnation' THEN RETURN baton_ns.refuse('other_incarnation', v->>'agent'); END IF;
  PERFORM baton_ns.expire_agent_locks(agent.id, clock);
  task := baton_ns.held_task(agent);
  IF task.id IS NOT NULL THEN
    PERFORM baton_ns.requeue(task, clock);
    PERFORM baton_ns.log_requeued(task, agent.id, 'released', '', clock);
  END IF;
  PERFORM baton_ns.log(clock, 'agent.removed', NULL, agent.id, '{}');
  DELETE FROM baton_ns.beats b WHERE b.agent = v->>'agent';
  DELETE FROM baton_ns.agents a WHERE a.id = v->>'agent';
  RETURN '0,true';
END $$;

-- The compare-and-set: the state is read and changed in one step, so of two callers one finds it changed.
CREATE OR REPLACE FUNCTION baton_ns.transition(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  agent baton_ns.agents := baton_ns.find_agent(v->>'agent');
  before text := agent.state;
BEGIN
  IF agent.id IS NULL THEN RETURN baton_ns.refuse('unknown_agent', v->>'agent'); END IF;
  IF agent.incarnation <> v->>'incarnation' THEN RETURN baton_ns.refuse('other_incarnation', v->>'agent'); END IF;
  IF agent.state <> v->>'expected' THEN
    RETURN baton_ns.refuse('state_differs', v->>'agent', v->>'expected', agent.state);
  END IF;
  IF v->>'event' = 'resume' AND agent.current_task IS NOT NULL THEN
    RETURN baton_ns.refuse('holds_a_task', v->>'agent', agent.state);
  END IF;
  IF v->>'event' = 'agent_failed' THEN
    RETURN baton_ns.done(row_to_json(baton_ns.crash(agent, 'agent_failed', clock)));
  END IF;
  agent.state := v->'extra'->>'to';
  UPDATE baton_ns.agents a SET state = agent.state WHERE a.id = agent.id;
  PERFORM baton_ns.log_agent_changed(agent.id, before, agent.state, v->>'event', clock);
  RETURN baton_ns.done(row_to_json(agent));
END $$;

-- Renews only the fence it names, so a beat of the past cannot keep another's hold alive. What it needs to know it reads in
-- one statement, and the row that it changes belongs to it: so it may also run outside of the turn (see beat_all).
CREATE OR REPLACE FUNCTION baton_ns.beat(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  agent record;
  until bigint;
  held text;
  no text;
  names_what_it_holds boolean;
BEGIN
  SELECT a.id, a.state, a.incarnation, a.current_task, a.attempt, coalesce(b.deadline, a.deadline) AS deadline, t.id AS counts
  INTO agent
  FROM baton_ns.agents a LEFT JOIN baton_ns.beats b ON b.agent = a.id
  LEFT JOIN LATERAL (SELECT * FROM baton_ns.tasks x WHERE x.id = a.current_task OFFSET 0) t
    ON t.status = 'running' AND t.attempt = a.attempt AND t.holder = a.id
  WHERE a.id = v->>'agent';
  no := CASE WHEN NOT FOUND THEN 'unknown_agent'
             WHEN agent.incarnation <> v->>'incarnation' THEN 'other_incarnation'
             WHEN agent.state = 'crashed' THEN 'crashed' END;
  IF no IS NOT NULL THEN RETURN baton_ns.refuse(no, v->>'agent'); END IF;
  names_what_it_holds := (v->>'task')::uuid IS NOT DISTINCT FROM agent.current_task;
  IF v ? 'task' AND NOT (names_what_it_holds AND agent.attempt = coalesce((v->>'attempt')::bigint, 0)) THEN
    RETURN baton_ns.refuse('stale_fence', v->>'agent', v->>'task', coalesce(v->>'attempt', '0'));
  END IF;
  until := CASE WHEN names_what_it_holds THEN baton_ns.extend(agent.id, clock + (v->>'ttl_us')::bigint) ELSE agent.deadline END;
  IF agent.current_task IS NOT NULL THEN
    held := '{"agent":' || baton_ns.quote(agent.id) || ',"incarnation":' || baton_ns.quote(agent.incarnation) ||
            ',"task":"' || agent.current_task || '","attempt":' || agent.attempt || '}';
  END IF;
  RETURN '0,{"deadline":' || until || ',"drain":' || (agent.state = 'draining')::text ||
         ',"cancel":' || CASE WHEN held IS NOT NULL AND agent.counts IS NULL THEN held ELSE 'null' END ||
         ',"grant":' || CASE WHEN agent.counts IS NOT NULL AND NOT names_what_it_holds THEN held ELSE 'null' END || '}';
END $$;

-- Beats outside of the turn. The rows of the agents are locked in order, and one that a verb in its turn is changing is not
-- waited for: it is answered with 2, and beats in its turn instead. So beats keep nobody from working, and cannot stand in a
-- circle of waiters.
CREATE OR REPLACE FUNCTION baton_ns.beat_all(verbs text[], arguments text[], clocks text[], traces text[])
RETURNS SETOF text LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off SET plan_cache_mode = force_generic_plan SET jit = off AS $$
DECLARE
  clock bigint;
  last bigint;
  frozen boolean;
  mine text[];
  reply text;
BEGIN
  IF clocks[1] <> '' THEN
    RETURN QUERY SELECT * FROM baton_ns.change_all(verbs, arguments, clocks, traces);
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(baton_ns.beside());
  mine := ARRAY(SELECT b.agent
                FROM (SELECT DISTINCT a::jsonb->>'agent' COLLATE "C" AS agent FROM unnest(arguments) a ORDER BY agent) wanted
                CROSS JOIN LATERAL (SELECT x.agent FROM baton_ns.beats x WHERE x.agent = wanted.agent FOR UPDATE SKIP LOCKED) b);
  SELECT c.last_position, c.is_frozen, greatest(c.past, baton_ns.server_clock()) INTO last, frozen, clock
  FROM baton_ns.counters() c;
  FOR i IN 1 .. cardinality(verbs) LOOP
    IF frozen THEN
      reply := baton_ns.refuse('frozen');
    ELSIF arguments[i]::jsonb->>'agent' = ANY (mine) THEN
      reply := baton_ns.beat(arguments[i]::jsonb, clock);
    ELSE
      reply := '2,null';
    END IF;
    RETURN NEXT '[' || clock || ',0,' || last || ',' || reply || ']';
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION baton_ns.get_agent(v jsonb) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  agent baton_ns.agents := baton_ns.find_agent(v->>'agent');
BEGIN
  IF agent.id IS NULL THEN RETURN baton_ns.refuse('unknown_agent', v->>'agent'); END IF;
  RETURN baton_ns.done(row_to_json(agent));
END $$;

-- By id; a page examines at most its limit.
CREATE OR REPLACE FUNCTION baton_ns.list_agents(v jsonb) RETURNS text LANGUAGE sql STABLE AS $$
  WITH examined AS MATERIALIZED (
    SELECT a.id, a.state, a.incarnation, coalesce(b.deadline, a.deadline) AS deadline, a.current_task, a.attempt, a.lanes,
           a.version, a.metadata, a.claims_from, a.crashes, a.last_claim, a.registered_at,
           row_number() OVER (ORDER BY a.id) AS number
    FROM (SELECT * FROM baton_ns.agents x WHERE x.id > coalesce(v->>'after', '') ORDER BY x.id LIMIT (v->>'limit')::bigint + 1) a
    LEFT JOIN baton_ns.beats b ON b.agent = a.id)
  SELECT '0,' || json_build_object(
    'items', coalesce((
      SELECT json_agg(json_build_object('id', e.id, 'state', e.state, 'incarnation', e.incarnation, 'deadline', e.deadline,
        'current_task', e.current_task, 'attempt', e.attempt, 'lanes', e.lanes, 'version', e.version, 'metadata', e.metadata,
        'claims_from', e.claims_from, 'crashes', e.crashes, 'last_claim', e.last_claim, 'registered_at', e.registered_at)
        ORDER BY e.id)
      FROM examined e WHERE e.number <= (v->>'limit')::bigint AND e.state = coalesce(v->>'state', e.state)), '[]'::json),
    'next', CASE WHEN (SELECT count(*) FROM examined) > (v->>'limit')::bigint
            THEN (SELECT e.id FROM examined e WHERE e.number = (v->>'limit')::bigint) END)::text
$$;
