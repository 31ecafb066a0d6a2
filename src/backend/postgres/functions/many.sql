-- many.sql: the plain cases of the busiest verbs, any number of callers in one statement. Whoever is not in a plain case is left
-- without a reply here, and is carried out alone afterwards. All of them came at once, so any order among them is one that the
-- callers could have had.

CREATE OR REPLACE FUNCTION baton_ns.fill_in(replies text[], whom bigint[], said text[]) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  FOR n IN 1 .. coalesce(cardinality(whom), 0) LOOP replies[whom[n]] := said[n]; END LOOP;
  RETURN replies;
END $$;

-- New tasks that wait for nothing, one a call.
CREATE OR REPLACE FUNCTION baton_ns.submit_many(verbs text[], asked jsonb[], clock bigint, replies text[]) RETURNS text[]
LANGUAGE plpgsql AS $$
DECLARE
  whom bigint[];
  said text[];
BEGIN
  -- They stay in their order: nothing here sorts or joins them.
  WITH wanted AS MATERIALIZED (
    SELECT a.i, a.v->'tasks'->0 AS task, a.v->'extra'->'digests'->>0 AS digest
    FROM unnest(verbs, asked) WITH ORDINALITY a(verb, v, i)
    WHERE a.verb = 'submit' AND jsonb_array_length(a.v->'tasks') = 1 AND NOT a.v ? 'fence'
  ), plain AS (
    SELECT w.i, (w.task->>'id')::uuid AS id, w.task->>'kind' AS kind, coalesce(w.task->>'lane', w.task->>'kind') AS lane,
           w.task->>'idempotency_key' AS key, w.task, w.digest
    FROM wanted w
    WHERE NOT w.task ?| '{run_at,deadline}' AND jsonb_array_length(w.task->'depends_on') = 0
      AND w.i IN (SELECT min(x.i) FROM wanted x GROUP BY x.task->>'id')
  ), fresh AS MATERIALIZED (
    SELECT nextval('baton_ns.seqs') AS seq, nextval('baton_ns.positions') AS position, (p.task->>'priority')::integer AS priority,
           p.*
    FROM plain p
    WHERE NOT EXISTS (SELECT FROM baton_ns.tasks t WHERE t.id = p.id OFFSET 0)
      AND EXISTS (SELECT FROM baton_ns.lanes n WHERE n.lane = p.lane OFFSET 0)
      AND (p.key IS NULL OR NOT EXISTS (SELECT FROM baton_ns.keys k WHERE k.key = p.key OFFSET 0)
                            AND p.i IN (SELECT min(x.i) FROM wanted x GROUP BY x.task->>'idempotency_key'))
  ), tasks_made AS (
    INSERT INTO baton_ns.tasks (id, seq, place, kind, lane, thread, priority, status, payload, max_attempts,
      on_failed_dependency, idempotency_key, digest, traceparent, metadata, created_at, updated_at)
    SELECT f.id, f.seq, f.seq, f.kind, f.lane, f.task->>'thread', f.priority, 'pending', f.task->>'payload',
           (f.task->>'max_attempts')::bigint, coalesce(f.task->>'on_failed_dependency', 'fail_fast'), f.key, f.digest,
           coalesce(f.task->>'traceparent', ''), coalesce(f.task->>'metadata', 'null'), clock, clock FROM fresh f
  ), queued AS (
    INSERT INTO baton_ns.ready (lane, priority, place, task) SELECT f.lane, f.priority, f.seq, f.id FROM fresh f
  ), lined_up AS (
    INSERT INTO baton_ns.lines AS l (lane, priority, depth, head, paused)
    SELECT f.lane, f.priority, count(*), min(f.seq), EXISTS (SELECT FROM baton_ns.paused_lanes p WHERE p.lane = f.lane)
    FROM fresh f GROUP BY f.lane, f.priority
    ON CONFLICT (lane, priority) DO UPDATE
    SET depth = l.depth + excluded.depth, head = CASE WHEN l.depth = 0 THEN excluded.head ELSE least(l.head, excluded.head) END
  ), keyed AS (
    INSERT INTO baton_ns.keys (key, task, expires_at)
    SELECT f.key, f.id, clock + 86400000000 FROM fresh f WHERE f.key IS NOT NULL
  ), logged AS (
    INSERT INTO baton_ns.events (position, at, event_type, task_id, payload, seq)
    SELECT f.position, clock, 'task.created', f.id, '{"kind":' || to_json(f.kind)::text || ',"lane":' ||
           to_json(f.lane)::text || ',"priority":' || f.priority || ',"status":"pending"' ||
           baton_ns.trace_member(f.task->>'traceparent') || '}', f.seq FROM fresh f)
  SELECT array_agg(f.i), array_agg('0,[{"id":"' || f.id || '","status":"pending","created":true}]')
  INTO whom, said FROM fresh f;
  RETURN baton_ns.fill_in(replies, whom, said);
END $$;

-- Idle agents that all serve the same one lane: each gets the next in line.
CREATE OR REPLACE FUNCTION baton_ns.claim_many(verbs text[], asked jsonb[], clock bigint, replies text[]) RETURNS text[]
LANGUAGE plpgsql AS $$
DECLARE
  whom bigint[];
  said text[];
BEGIN
  WITH wanted AS MATERIALIZED (
    SELECT q.i, q.v->>'claim_id' AS claim, clock + (q.v->>'lease_us')::bigint AS until,
           coalesce((q.v->>'pushed')::boolean, false) AS pushed, a.id, a.incarnation, a.lanes[1] AS lane,
           row_number() OVER (PARTITION BY a.id ORDER BY q.i) AS of_agent,
           first_value(a.lanes[1]) OVER (ORDER BY q.i) AS common
    FROM unnest(verbs, asked) WITH ORDINALITY q(verb, v, i)
    CROSS JOIN LATERAL (SELECT * FROM baton_ns.agents x WHERE x.id = q.v->>'agent' OFFSET 0) a
    WHERE q.verb = 'claim' AND a.incarnation = q.v->>'incarnation' AND a.state = 'idle' AND a.current_task IS NULL
      AND a.last_claim <> q.v->>'claim_id' AND (a.claims_from IS NULL OR a.claims_from <= clock)
      AND cardinality(a.lanes) = 1 AND a.lanes[1] <> '*'
  ), idle AS MATERIALIZED (
    SELECT w.*, row_number() OVER (ORDER BY w.i) AS turn FROM wanted w WHERE w.of_agent = 1 AND w.lane = w.common
  ), heads AS MATERIALIZED (
    SELECT array_agg(h.priority) AS priorities, array_agg(h.place) AS places, array_agg(h.task) AS tasks,
           array_agg(h.spot) AS spots
    FROM (
      SELECT l.priority, r.place, r.task, r.spot
      FROM baton_ns.lines l CROSS JOIN LATERAL (
        SELECT x.place, x.task, x.ctid AS spot FROM baton_ns.ready x
        WHERE x.lane = l.lane AND x.priority = l.priority AND x.place >= l.head
        ORDER BY x.place LIMIT (SELECT count(*) FROM idle)) r
      WHERE l.lane = (SELECT i.lane FROM idle i LIMIT 1) AND l.depth > 0 AND NOT l.paused
        AND NOT (SELECT m.all_paused FROM baton_ns.meta m)
      ORDER BY l.priority, r.place LIMIT (SELECT count(*) FROM idle)) h
  ), pairs AS MATERIALIZED (
    SELECT nextval('baton_ns.positions') AS position, i.*, h.priorities[i.turn] AS priority, h.places[i.turn] AS place,
           h.tasks[i.turn] AS task, h.spots[i.turn] AS spot
    FROM idle i CROSS JOIN heads h WHERE h.tasks[i.turn] IS NOT NULL
  ), taken AS (
    DELETE FROM baton_ns.ready r USING pairs p WHERE r.ctid = p.spot
  ), running AS (
    UPDATE baton_ns.tasks t
    SET status = 'running', attempt = t.attempt + 1, holder = p.id, progress = NULL, started_at = clock, updated_at = clock
    FROM pairs p WHERE t.id = p.task
    RETURNING p.i, p.position, p.id AS agent, p.incarnation, p.claim, p.until, p.pushed, t.id, t.attempt, t.traceparent,
              row_to_json(t) AS task
  ), working AS (
    UPDATE baton_ns.agents a
    SET state = CASE WHEN t.pushed THEN 'assigned' ELSE 'working' END, current_task = t.id, attempt = t.attempt,
        last_claim = t.claim
    FROM running t WHERE a.id = t.agent
  ), leased AS (
    UPDATE baton_ns.beats b SET deadline = greatest(b.deadline, t.until) FROM running t WHERE b.agent = t.agent
    RETURNING t.i, '0,{"task":' || t.task || ',"fence":{"agent":' || to_json(t.agent) || ',"incarnation":' ||
              to_json(t.incarnation) || ',"task":"' || t.id || '","attempt":' || t.attempt || '},"deadline":' || b.deadline || '}'
              AS reply
  ), logged AS (
    INSERT INTO baton_ns.events (position, at, event_type, task_id, agent_id, payload, seq)
    SELECT t.position, clock, 'task.assigned', t.id, t.agent,
           baton_ns.attempt_of(t.attempt, t.traceparent) || ',"pushed":' || t.pushed::text || '}',
           pg_sequence_last_value('baton_ns.seqs')
    FROM running t
  ), closed AS (
    UPDATE baton_ns.lines l
    SET depth = l.depth - s.gone, head = coalesce((
      SELECT r.place FROM baton_ns.ready r WHERE r.lane = l.lane AND r.priority = l.priority AND r.place > s.last
      ORDER BY r.place LIMIT 1), 0)
    FROM (SELECT p.lane, p.priority, count(*) AS gone, max(p.place) AS last FROM pairs p GROUP BY p.lane, p.priority) s
    WHERE l.lane = s.lane AND l.priority = s.priority)
  SELECT array_agg(a.i), array_agg(a.reply) INTO whom, said FROM (
    SELECT b.i, b.reply FROM leased b
    UNION ALL SELECT i.i, '0,null' FROM idle i WHERE i.turn > (SELECT coalesce(cardinality(h.tasks), 0) FROM heads h)) a;
  RETURN baton_ns.fill_in(replies, whom, said);
END $$;

-- Completions under the current fence, of tasks that nobody waits for, by agents that ask for nothing more.
CREATE OR REPLACE FUNCTION baton_ns.settle_many(verbs text[], asked jsonb[], clock bigint, replies text[]) RETURNS text[]
LANGUAGE plpgsql AS $$
DECLARE
  whom bigint[];
  said text[];
BEGIN
  WITH wanted AS MATERIALIZED (
    SELECT s.i, s.v->'fence'->>'agent' AS agent, s.v->'fence'->>'incarnation' AS incarnation,
           (s.v->'fence'->>'task')::uuid AS task, (s.v->'fence'->>'attempt')::bigint AS attempt, s.v->>'body' AS body,
           s.v->'extra'->>'digest' AS digest, row_number() OVER (PARTITION BY s.v->'fence'->>'task' ORDER BY s.i) AS of_task
    FROM unnest(verbs, asked) WITH ORDINALITY s(verb, v, i)
    WHERE s.verb = 'settle' AND s.v->>'kind' = 'complete' AND NOT s.v ? 'next'
  ), current AS MATERIALIZED (
    SELECT nextval('baton_ns.positions') AS position, o.* FROM (
      SELECT w.i, w.agent, w.incarnation, w.task, w.attempt, w.body, w.digest, t.traceparent
      FROM wanted w CROSS JOIN LATERAL (SELECT * FROM baton_ns.agents x WHERE x.id = w.agent OFFSET 0) a
      CROSS JOIN LATERAL (SELECT * FROM baton_ns.tasks x WHERE x.id = w.task OFFSET 0) t
      WHERE w.of_task = 1 AND a.incarnation = w.incarnation AND a.current_task = w.task AND a.attempt = w.attempt
        AND t.status = 'running' AND t.attempt = w.attempt AND t.holder = a.id
        AND coalesce((t.last_settle).attempt, 0) <= w.attempt
        AND NOT EXISTS (SELECT FROM baton_ns.dependencies d WHERE d.dependency = w.task)
        AND NOT EXISTS (SELECT FROM baton_ns.unresolved)
      ORDER BY w.i) o
  ), completed AS (
    UPDATE baton_ns.tasks t
    SET status = 'completed', result = c.body, holder = NULL, ended_at = clock, updated_at = clock,
        last_settle = ROW(c.agent, c.incarnation, c.attempt, 'complete', c.digest, 'completed', true)::baton_ns.last_settle
    FROM current c WHERE t.id = c.task
  ), freed AS (
    UPDATE baton_ns.agents a
    SET state = CASE WHEN a.state = 'draining' THEN 'draining' ELSE 'idle' END, current_task = NULL, attempt = 0,
        claims_from = NULL, crashes = '{}'
    FROM current c WHERE a.id = c.agent
  ), logged AS (
    INSERT INTO baton_ns.events (position, at, event_type, task_id, agent_id, payload, seq)
    SELECT c.position, clock, 'task.completed', c.task, c.agent, baton_ns.attempt_of(c.attempt, c.traceparent) || '}',
           pg_sequence_last_value('baton_ns.seqs') FROM current c)
  SELECT array_agg(c.i), array_agg('0,{"status":"completed","counted":true,"next":null}'::text) INTO whom, said FROM current c;
  RETURN baton_ns.fill_in(replies, whom, said);
END $$;

-- The replies of all plain cases; null where there is none yet. What a statement for many costs by itself pays from a few on.
CREATE OR REPLACE FUNCTION baton_ns.change_many(verbs text[], asked jsonb[], clock bigint) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  replies text[] := array_fill(NULL::text, ARRAY[cardinality(verbs)]);
BEGIN
  IF 'submit' = ANY (verbs) THEN replies := baton_ns.submit_many(verbs, asked, clock, replies); END IF;
  IF 'settle' = ANY (verbs) THEN replies := baton_ns.settle_many(verbs, asked, clock, replies); END IF;
  IF 'claim' = ANY (verbs) THEN replies := baton_ns.claim_many(verbs, asked, clock, replies); END IF;
  RETURN replies;
END $$;
