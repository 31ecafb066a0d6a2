-- tasks.sql: a task and everything that follows from its row: its place in line, and who waits for its end.

CREATE OR REPLACE FUNCTION baton_ns.enqueue(the_lane text, the_priority integer, the_place bigint, the_task uuid)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO baton_ns.ready (lane, priority, place, task) VALUES (the_lane, the_priority, the_place, the_task);
  UPDATE baton_ns.lines l
  SET depth = l.depth + 1, head = CASE WHEN l.depth = 0 THEN the_place ELSE least(l.head, the_place) END
  WHERE l.lane = the_lane AND l.priority = the_priority;
  IF NOT FOUND THEN
    INSERT INTO baton_ns.lines (lane, priority, depth, head, paused)
    SELECT the_lane, the_priority, 1, the_place, EXISTS (SELECT FROM baton_ns.paused_lanes p WHERE p.lane = the_lane);
  END IF;
END $$;

-- The line is one shorter. The next in it is looked for behind the one that left, so the dead rows before it are never
-- walked through.
CREATE OR REPLACE FUNCTION baton_ns.close_ranks(the_lane text, the_priority integer, the_place bigint)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE baton_ns.lines l
  SET depth = l.depth - 1, head = CASE WHEN l.head <> the_place THEN l.head ELSE coalesce((
    SELECT r.place FROM baton_ns.ready r WHERE r.lane = the_lane AND r.priority = the_priority AND r.place > the_place
    ORDER BY r.place LIMIT 1), 0) END
  WHERE l.lane = the_lane AND l.priority = the_priority;
END $$;

CREATE OR REPLACE FUNCTION baton_ns.dequeue(the_lane text, the_priority integer, the_place bigint)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM baton_ns.ready r WHERE r.lane = the_lane AND r.priority = the_priority AND r.place = the_place;
  PERFORM baton_ns.close_ranks(the_lane, the_priority, the_place);
END $$;

-- Writes what a verb may change of a task, and lets everything that depends on it follow.
CREATE OR REPLACE FUNCTION baton_ns.put(old baton_ns.tasks, fresh baton_ns.tasks) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  moved boolean := (old.status, old.lane, old.priority, old.place) <> (fresh.status, fresh.lane, fresh.priority, fresh.place);
BEGIN
  UPDATE baton_ns.tasks t
  SET place = fresh.place, lane = fresh.lane, priority = fresh.priority, status = fresh.status, result = fresh.result,
      error = fresh.error, attempt = fresh.attempt, failures = fresh.failures, crashes = fresh.crashes,
      max_attempts = fresh.max_attempts, holder = fresh.holder, last_settle = fresh.last_settle, run_at = fresh.run_at,
      deadline = fresh.deadline, waiting_for = fresh.waiting_for, progress = fresh.progress,
      updated_at = fresh.updated_at, started_at = fresh.started_at, ended_at = fresh.ended_at
  WHERE t.id = fresh.id;
  IF moved AND old.status = 'pending' THEN PERFORM baton_ns.dequeue(old.lane, old.priority, old.place); END IF;
  IF moved AND fresh.status = 'pending' THEN
    PERFORM baton_ns.enqueue(fresh.lane, fresh.priority, fresh.place, fresh.id);
  END IF;
  IF old.ended_at IS NULL AND fresh.ended_at IS NOT NULL THEN
    INSERT INTO baton_ns.unresolved (seq, task)
    SELECT fresh.seq, fresh.id WHERE EXISTS (SELECT FROM baton_ns.dependencies d WHERE d.dependency = fresh.id);
  ELSIF old.ended_at IS NOT NULL AND fresh.ended_at IS NULL THEN
    DELETE FROM baton_ns.unresolved u WHERE u.seq = fresh.seq;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION baton_ns.reason(words text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT '{"reason":' || to_json(words)::text || '}'
$$;

-- Ends a task; returns it as it is then.
CREATE OR REPLACE FUNCTION baton_ns.finish(task baton_ns.tasks, how text, why text, clock bigint) RETURNS baton_ns.tasks
LANGUAGE plpgsql AS $$
DECLARE
  before baton_ns.tasks := task;
BEGIN
  task.status := how;
  task.holder := NULL;
  task.error := why;
  task.ended_at := clock;
  task.updated_at := clock;
  PERFORM baton_ns.put(before, task);
  RETURN task;
END $$;

-- Puts a task back in line at its old place.
CREATE OR REPLACE FUNCTION baton_ns.requeue(task baton_ns.tasks, clock bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  before baton_ns.tasks := task;
BEGIN
  task.status := 'pending';
  task.holder := NULL;
  task.updated_at := clock;
  PERFORM baton_ns.put(before, task);
END $$;

CREATE OR REPLACE FUNCTION baton_ns.with_error(task baton_ns.tasks) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(',"error":' || task.error || '}', '}')
$$;

CREATE OR REPLACE FUNCTION baton_ns.log_requeued(task baton_ns.tasks, the_agent text, why text, details text, clock bigint)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM baton_ns.log(clock, 'task.requeued', task.id, the_agent, baton_ns.attempt_of(task.attempt, task.traceparent) ||
    ',"lane":' || baton_ns.quote(task.lane) || ',"reason":"' || why || '"' || details || '}');
END $$;

-- `how` is failed or cancelled.
CREATE OR REPLACE FUNCTION baton_ns.log_ended(task baton_ns.tasks, how text, the_agent text, clock bigint) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM baton_ns.log(clock, 'task.' || how, task.id, the_agent,
                       baton_ns.attempt_of(task.attempt, task.traceparent) || baton_ns.with_error(task));
END $$;

-- In use: it holds tasks that have not ended, or is paused.
CREATE OR REPLACE FUNCTION baton_ns.is_lane(the_lane text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM baton_ns.tasks t WHERE t.lane = the_lane AND t.ended_at IS NULL)
      OR EXISTS (SELECT FROM baton_ns.paused_lanes p WHERE p.lane = the_lane);
END $$;

-- How many are: hops from one lane to the next in the index, whatever each holds.
CREATE OR REPLACE FUNCTION baton_ns.count_lanes() RETURNS bigint LANGUAGE sql STABLE AS $$
  WITH RECURSIVE busy AS (
    (SELECT t.lane FROM baton_ns.tasks t WHERE t.ended_at IS NULL ORDER BY t.lane LIMIT 1)
    UNION ALL
    SELECT (SELECT t.lane FROM baton_ns.tasks t WHERE t.ended_at IS NULL AND t.lane > b.lane ORDER BY t.lane LIMIT 1)
    FROM busy b WHERE b.lane IS NOT NULL)
  SELECT count(*) FROM (
    SELECT b.lane FROM busy b WHERE b.lane IS NOT NULL UNION SELECT p.lane FROM baton_ns.paused_lanes p) lanes
$$;

-- Remembers a lane that has come into use. Those that no longer are make room when there is none.
CREATE OR REPLACE FUNCTION baton_ns.note_lane(the_lane text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM baton_ns.lanes n WHERE n.lane = the_lane) THEN RETURN; END IF;
  IF (SELECT count(*) FROM baton_ns.lanes) >= 1024 THEN
    DELETE FROM baton_ns.lanes n WHERE NOT baton_ns.is_lane(n.lane);
    DELETE FROM baton_ns.lines l WHERE l.depth = 0 AND NOT EXISTS (SELECT FROM baton_ns.lanes n WHERE n.lane = l.lane);
  END IF;
  INSERT INTO baton_ns.lanes (lane) VALUES (the_lane);
END $$;

CREATE OR REPLACE FUNCTION baton_ns.get_task(v jsonb) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN coalesce((SELECT '0,' || row_to_json(t)::text FROM baton_ns.tasks t WHERE t.id = (v->>'task')::uuid),
                  baton_ns.refuse('unknown_task', v->>'task'));
END $$;

-- Ends what has not ended; a holder keeps its hold until it settles, and learns it with its next beat.
CREATE OR REPLACE FUNCTION baton_ns.cancel(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  task baton_ns.tasks;
  its_holder text;
BEGIN
  SELECT * INTO task FROM baton_ns.tasks t WHERE t.id = (v->>'task')::uuid;
  IF NOT FOUND THEN RETURN baton_ns.refuse('unknown_task', v->>'task'); END IF;
  IF task.status = 'cancelled' THEN RETURN baton_ns.done(row_to_json(task)); END IF;
  IF task.ended_at IS NOT NULL THEN RETURN baton_ns.refuse('cannot_cancel', v->>'task', task.status); END IF;
  its_holder := task.holder;
  task := baton_ns.finish(task, 'cancelled', baton_ns.reason(coalesce(nullif(v->>'reason', ''), 'cancelled')), clock);
  PERFORM baton_ns.log_ended(task, 'cancelled', its_holder, clock);
  PERFORM baton_ns.resolve(100, clock);
  RETURN baton_ns.done(row_to_json(task));
END $$;

-- Back in line at a new place; `attempt` keeps a repeat from retrying a later failure.
CREATE OR REPLACE FUNCTION baton_ns.retry(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  task baton_ns.tasks;
  before baton_ns.tasks;
BEGIN
  SELECT * INTO task FROM baton_ns.tasks t WHERE t.id = (v->>'task')::uuid;
  IF NOT FOUND THEN RETURN baton_ns.refuse('unknown_task', v->>'task'); END IF;
  IF task.attempt <> (v->>'attempt')::bigint THEN
    RETURN baton_ns.refuse('attempt_differs', v->>'task', v->>'attempt', task.attempt::text);
  END IF;
  IF task.ended_at IS NULL OR task.status = 'completed' THEN
    RETURN baton_ns.refuse('cannot_retry', v->>'task', task.status);
  END IF;
  IF NOT baton_ns.is_lane(task.lane) AND baton_ns.count_lanes() >= 1024 THEN RETURN baton_ns.refuse('too_many_lanes'); END IF;
  before := task;
  task.status := 'pending';
  task.place := nextval('baton_ns.seqs');
  task.failures := 0;
  task.crashes := 0;
  task.waiting_for := 0;
  task.error := NULL;
  task.result := NULL;
  task.ended_at := NULL;
  task.updated_at := clock;
  IF task.deadline <= clock THEN task.deadline := NULL; END IF;
  PERFORM baton_ns.put(before, task);
  PERFORM baton_ns.note_lane(task.lane);
  PERFORM baton_ns.log_requeued(task, NULL, 'retried', '', clock);
  RETURN baton_ns.done(row_to_json(task));
END $$;

-- Changes what is named and never status, holder or attempt; a pending task moves within the queue.
CREATE OR REPLACE FUNCTION baton_ns.edit(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  task baton_ns.tasks;
  before baton_ns.tasks;
  what text;
  others bigint;
BEGIN
  IF baton_ns.is_fenced_out(v->'fence', clock) THEN RETURN baton_ns.refuse('stale_lock', v->'fence'->>'lock'); END IF;
  SELECT * INTO task FROM baton_ns.tasks t WHERE t.id = (v->>'task')::uuid;
  IF NOT FOUND THEN RETURN baton_ns.refuse('unknown_task', v->>'task'); END IF;
  what := CASE WHEN task.ended_at IS NOT NULL THEN 'it'
               WHEN task.status = 'running' AND v ? 'lane' THEN 'the lane'
               WHEN task.status = 'running' AND v ? 'payload' THEN 'the payload'
               WHEN task.status <> 'scheduled' AND v ? 'run_at' THEN 'run_at' END;
  IF what IS NOT NULL THEN RETURN baton_ns.refuse('cannot_edit', v->>'task', task.status, what); END IF;
  IF (v->>'deadline')::bigint <= clock THEN RETURN baton_ns.refuse('deadline_passed', v->>'task'); END IF;
  IF v ? 'lane' AND NOT baton_ns.is_lane(v->>'lane') THEN
    SELECT count(*) INTO others FROM (
      SELECT FROM baton_ns.tasks t WHERE t.lane = task.lane AND t.ended_at IS NULL AND t.id <> task.id LIMIT 1) one;
    IF others = 0 THEN
      SELECT count(*) INTO others FROM baton_ns.paused_lanes p WHERE p.lane = task.lane;
    END IF;
    IF baton_ns.count_lanes() - (1 - others) >= 1024 THEN RETURN baton_ns.refuse('too_many_lanes'); END IF;
  END IF;
  before := task;
  task.priority := coalesce((v->>'priority')::integer, task.priority);
  task.lane := coalesce(v->>'lane', task.lane);
  task.max_attempts := coalesce((v->>'max_attempts')::bigint, task.max_attempts);
  task.run_at := coalesce((v->>'run_at')::bigint, task.run_at);
  task.deadline := coalesce((v->>'deadline')::bigint, task.deadline);
  task.payload := coalesce(v->>'payload', task.payload);
  task.metadata := coalesce(v->>'metadata', task.metadata);
  task.updated_at := clock;
  IF v ? 'payload' OR v ? 'metadata' THEN
    UPDATE baton_ns.tasks t SET payload = task.payload, metadata = task.metadata WHERE t.id = task.id;
  END IF;
  PERFORM baton_ns.put(before, task);
  PERFORM baton_ns.note_lane(task.lane);
  PERFORM baton_ns.log(clock, 'task.edited', task.id, NULL,
                       '{"lane":' || baton_ns.quote(task.lane) || ',"priority":' || task.priority ||
                       baton_ns.trace_member(task.traceparent) || '}');
  RETURN baton_ns.done(row_to_json(task));
END $$;

-- By seq, from the narrowest index that the request names; examines at most 1000 rows, so a short page is not the end. Payloads
-- and results are not looked at.
CREATE OR REPLACE FUNCTION baton_ns.list_tasks(v jsonb) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  wanted_thread text := v->>'thread';
  wanted_status text := v->>'status';
  newest_first boolean := coalesce((v->>'newest_first')::boolean, false);
  above bigint := coalesce((v->>'after')::bigint, -1);
  below bigint := coalesce((v->>'after')::bigint, 9223372036854775807);
  found bigint[];
  page text;
  last bigint;
BEGIN
  IF wanted_thread IS NOT NULL AND newest_first THEN
    found := ARRAY(SELECT t.seq FROM baton_ns.tasks t WHERE t.thread = wanted_thread AND t.seq < below ORDER BY t.seq DESC LIMIT 1001);
  ELSIF wanted_thread IS NOT NULL THEN
    found := ARRAY(SELECT t.seq FROM baton_ns.tasks t WHERE t.thread = wanted_thread AND t.seq > above ORDER BY t.seq LIMIT 1001);
  ELSIF wanted_status IS NOT NULL AND newest_first THEN
    found := ARRAY(SELECT t.seq FROM baton_ns.tasks t WHERE t.status = wanted_status AND t.seq < below ORDER BY t.seq DESC LIMIT 1001);
  ELSIF wanted_status IS NOT NULL THEN
    found := ARRAY(SELECT t.seq FROM baton_ns.tasks t WHERE t.status = wanted_status AND t.seq > above ORDER BY t.seq LIMIT 1001);
  ELSIF newest_first THEN
    found := ARRAY(SELECT t.seq FROM baton_ns.tasks t WHERE t.seq < below ORDER BY t.seq DESC LIMIT 1001);
  ELSE
    found := ARRAY(SELECT t.seq FROM baton_ns.tasks t WHERE t.seq > above ORDER BY t.seq LIMIT 1001);
  END IF;
  WITH matching AS MATERIALIZED (
    SELECT f.i, f.seq, row_number() OVER (ORDER BY f.i) AS number
    FROM unnest(found[1:1000]) WITH ORDINALITY f(seq, i) JOIN baton_ns.tasks t ON t.seq = f.seq
    WHERE t.status = coalesce(wanted_status, t.status) AND t.lane = coalesce(v->>'lane', t.lane)
      AND t.kind = coalesce(v->>'kind', t.kind) AND (NOT v ? 'holder' OR t.holder = v->>'holder')
      AND t.created_at >= coalesce((v->>'created_from')::bigint, t.created_at)
      AND t.created_at < coalesce((v->>'created_until')::bigint, t.created_at + 1))
  SELECT string_agg(row_to_json(x)::text, ',' ORDER BY x_number), max(CASE WHEN x_number = (v->>'limit')::bigint THEN x_i END)
  INTO page, last FROM (
    SELECT m.number AS x_number, m.i AS x_i, ROW(t.id, t.seq, t.place, t.kind, t.lane, t.thread, t.priority, t.status, NULL, NULL,
      t.error, t.attempt, t.failures, t.crashes, t.max_attempts, t.holder, t.last_settle, t.run_at, t.deadline, t.depends_on,
      t.waiting_for, t.on_failed_dependency, t.idempotency_key, t.digest, t.progress, t.traceparent, t.metadata, t.created_at,
      t.updated_at, t.started_at, t.ended_at)::baton_ns.tasks AS x
    FROM matching m JOIN baton_ns.tasks t ON t.seq = m.seq WHERE m.number <= (v->>'limit')::bigint) listed;
  -- The page ends with the last that fitted, or with the last that was examined.
  last := CASE WHEN last < cardinality(found) THEN found[last] WHEN last IS NULL AND cardinality(found) > 1000 THEN found[1000] END;
  RETURN '0,{"items":[' || coalesce(page, '') || '],"next":' || coalesce(last::text, 'null') || '}';
END $$;
