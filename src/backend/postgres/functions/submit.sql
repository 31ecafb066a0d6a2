-- submit.sql: all or nothing, because everything is checked before the first write. A task that an equal request made before
-- answers in its place.

-- What is known of a task that an equal request made before, by its id or its key; nothing: it is new.
CREATE OR REPLACE FUNCTION baton_ns.known_task(asked jsonb, clock bigint) RETURNS baton_ns.tasks LANGUAGE plpgsql STABLE AS $$
DECLARE
  known baton_ns.tasks;
  kept baton_ns.keys;
BEGIN
  SELECT t.id, t.digest, t.status INTO known.id, known.digest, known.status
  FROM baton_ns.tasks t WHERE t.id = (asked->>'id')::uuid;
  IF NOT FOUND AND asked ? 'idempotency_key' THEN
    SELECT * INTO kept FROM baton_ns.keys k WHERE k.key = asked->>'idempotency_key';
    IF kept.expires_at > clock THEN
      SELECT t.id, t.digest, t.status INTO known.id, known.digest, known.status
      FROM baton_ns.tasks t WHERE t.id = kept.task;
    END IF;
  END IF;
  RETURN known;
END $$;

-- Whether dependencies among these tasks form a circle: then some are left when no task without open ones can be taken away.
CREATE OR REPLACE FUNCTION baton_ns.has_cycle(tasks jsonb[]) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  task jsonb;
  ids text[] := '{}';
  before integer;
BEGIN
  FOREACH task IN ARRAY tasks LOOP ids := ids || (task->>'id'); END LOOP;
  LOOP
    before := cardinality(ids);
    FOREACH task IN ARRAY tasks LOOP
      IF NOT EXISTS (SELECT FROM jsonb_array_elements_text(coalesce(task->'depends_on', '[]')) d WHERE d = ANY (ids)) THEN
        ids := array_remove(ids, task->>'id');
      END IF;
    END LOOP;
    IF cardinality(ids) = 0 THEN RETURN false; END IF;
    IF cardinality(ids) = before THEN RETURN true; END IF;
  END LOOP;
END $$;

-- Notes which dependencies a new task waits for; returns how many, and whether one has failed already.
CREATE OR REPLACE FUNCTION baton_ns.wait_for_dependencies(the_task uuid, its_seq bigint, needed uuid[], OUT waiting_for bigint,
                                                          OUT failed boolean)
LANGUAGE plpgsql AS $$
DECLARE
  one uuid;
  how text;
BEGIN
  waiting_for := 0;
  failed := false;
  FOREACH one IN ARRAY needed LOOP
    SELECT t.status INTO how FROM (SELECT * FROM baton_ns.tasks x WHERE x.id = one OFFSET 0) t WHERE t.ended_at IS NOT NULL;
    IF FOUND THEN
      failed := failed OR how <> 'completed';
    ELSE
      INSERT INTO baton_ns.dependencies (dependency, seq, dependant) VALUES (one, its_seq, the_task);
      waiting_for := waiting_for + 1;
    END IF;
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION baton_ns.put_key(the_key text, the_task uuid, until bigint) RETURNS void LANGUAGE sql VOLATILE AS $$
  INSERT INTO baton_ns.keys (key, task, expires_at) VALUES (the_key, the_task, until)
  ON CONFLICT (key) DO UPDATE SET task = excluded.task, expires_at = excluded.expires_at
$$;

-- Returns the status of the new task.
CREATE OR REPLACE FUNCTION baton_ns.create_task(submitted jsonb, its_digest text, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  its_id uuid := submitted->>'id';
  its_seq bigint := nextval('baton_ns.seqs');
  its_lane text := coalesce(submitted->>'lane', submitted->>'kind');
  its_priority integer := submitted->>'priority';
  its_status text := CASE WHEN (submitted->>'run_at')::bigint > clock THEN 'scheduled' ELSE 'pending' END;
  needed uuid[] := '{}';
  open record;
  waiting_for bigint := 0;
BEGIN
  IF jsonb_array_length(submitted->'depends_on') > 0 THEN
    needed := ARRAY(SELECT d::uuid FROM jsonb_array_elements_text(submitted->'depends_on') WITH ORDINALITY e(d, i) ORDER BY i);
    SELECT * INTO open FROM baton_ns.wait_for_dependencies(its_id, its_seq, needed);
    waiting_for := open.waiting_for;
    IF waiting_for > 0 OR open.failed AND coalesce(submitted->>'on_failed_dependency', 'fail_fast') = 'fail_fast' THEN
      its_status := 'blocked';
    END IF;
  END IF;
  INSERT INTO baton_ns.tasks (id, seq, place, kind, lane, thread, priority, status, payload, max_attempts, run_at, deadline,
    depends_on, waiting_for, on_failed_dependency, idempotency_key, digest, traceparent, metadata, created_at, updated_at)
  VALUES (its_id, its_seq, its_seq, submitted->>'kind', its_lane, submitted->>'thread', its_priority, its_status,
    submitted->>'payload', (submitted->>'max_attempts')::bigint, (submitted->>'run_at')::bigint, (submitted->>'deadline')::bigint,
    needed, waiting_for, coalesce(submitted->>'on_failed_dependency', 'fail_fast'), submitted->>'idempotency_key', its_digest,
    coalesce(submitted->>'traceparent', ''), coalesce(submitted->>'metadata', 'null'), clock, clock);
  IF its_status = 'pending' THEN PERFORM baton_ns.enqueue(its_lane, its_priority, its_seq, its_id); END IF;
  IF submitted ? 'idempotency_key' THEN
    PERFORM baton_ns.put_key(submitted->>'idempotency_key', its_id, clock + 86400000000);
  END IF;
  PERFORM baton_ns.log(clock, 'task.created', its_id, NULL, '{"kind":' || baton_ns.quote(submitted->>'kind') || ',"lane":' ||
    baton_ns.quote(its_lane) || ',"priority":' || its_priority || ',"status":"' || its_status || '"' ||
    baton_ns.trace_member(submitted->>'traceparent') || '}');
  RETURN its_status;
END $$;

-- Whether it is a new task by itself in a lane that is remembered: then there is nothing to check before it is made.
CREATE OR REPLACE FUNCTION baton_ns.is_plain(v jsonb, task jsonb) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN jsonb_array_length(v->'tasks') = 1 AND NOT v ? 'fence' AND NOT task ?| '{idempotency_key,deadline}'
     AND jsonb_array_length(task->'depends_on') = 0
     AND NOT EXISTS (SELECT FROM baton_ns.tasks t WHERE t.id = (task->>'id')::uuid)
     AND EXISTS (SELECT FROM baton_ns.lanes n WHERE n.lane = coalesce(task->>'lane', task->>'kind'));
END $$;

-- A task that waits for something that has failed already ends at once.
CREATE OR REPLACE FUNCTION baton_ns.cancel_if_doomed(the_task uuid, clock bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  task baton_ns.tasks;
  failed record;
BEGIN
  SELECT * INTO task FROM baton_ns.tasks t WHERE t.id = the_task;
  IF task.status <> 'blocked' OR task.on_failed_dependency <> 'fail_fast' THEN RETURN; END IF;
  SELECT t.id, t.status INTO failed FROM unnest(task.depends_on) WITH ORDINALITY d(id, i)
  CROSS JOIN LATERAL (SELECT * FROM baton_ns.tasks x WHERE x.id = d.id OFFSET 0) t
  WHERE t.ended_at IS NOT NULL AND t.status <> 'completed' ORDER BY d.i LIMIT 1;
  IF NOT FOUND THEN RETURN; END IF;
  task := baton_ns.finish(task, 'cancelled', baton_ns.failed_dependency(failed.id, failed.status), clock);
  PERFORM baton_ns.log_ended(task, 'cancelled', NULL, clock);
  PERFORM baton_ns.resolve(100, clock);
END $$;

-- Why dependencies of the new tasks cannot be, or nothing.
CREATE OR REPLACE FUNCTION baton_ns.bad_dependencies(fresh jsonb[], cyclic boolean) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  ids text[] := ARRAY(SELECT f->>'id' FROM unnest(fresh) f);
  task jsonb;
  one text;
BEGIN
  FOREACH task IN ARRAY fresh LOOP
    SELECT d INTO one FROM jsonb_array_elements_text(task->'depends_on') WITH ORDINALITY e(d, i)
    WHERE NOT d = ANY (ids) AND NOT EXISTS (SELECT FROM baton_ns.tasks t WHERE t.id = d::uuid) ORDER BY i LIMIT 1;
    IF FOUND THEN RETURN baton_ns.refuse('unknown_dependency', task->>'id', one); END IF;
  END LOOP;
  -- The call as a whole was looked at before; tasks that are known already take no part in a circle.
  IF cyclic AND baton_ns.has_cycle(fresh) THEN RETURN baton_ns.refuse('dependency_cycle'); END IF;
  RETURN NULL;
END $$;

-- Whether the lanes would be more than a store may have. Only when those that are remembered leave no room are those in use
-- counted.
CREATE OR REPLACE FUNCTION baton_ns.too_many_lanes(wanted text[]) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
  opened bigint := (SELECT count(*) FROM unnest(wanted) w WHERE NOT EXISTS (SELECT FROM baton_ns.lanes n WHERE n.lane = w));
BEGIN
  IF opened = 0 OR (SELECT count(*) FROM baton_ns.lanes) + opened <= 1024 THEN RETURN false; END IF;
  opened := (SELECT count(*) FROM unnest(wanted) w WHERE NOT baton_ns.is_lane(w));
  RETURN opened > 0 AND baton_ns.count_lanes() + opened > 1024;
END $$;

-- Several, or one with conditions.
CREATE OR REPLACE FUNCTION baton_ns.submit_all(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  task jsonb;
  its_digest text;
  its_lane text;
  known baton_ns.tasks;
  fresh jsonb[] := '{}';
  digests text[] := '{}';
  lanes text[] := '{}';
  ids text[] := '{}';
  keys text[] := '{}';
  answers uuid[] := '{}';
  statuses text[] := '{}';
  created boolean[] := '{}';
  made integer := 0;
  linked boolean := false;
  no text;
  reply text := '';
BEGIN
  IF baton_ns.is_fenced_out(v->'fence', clock) THEN RETURN baton_ns.refuse('stale_lock', v->'fence'->>'lock'); END IF;
  FOR task, its_digest IN
    SELECT a.task, a.digest
    FROM ROWS FROM (jsonb_array_elements(v->'tasks'), jsonb_array_elements_text(v->'extra'->'digests')) AS a(task, digest) LOOP
    IF task->>'id' = ANY (ids) THEN RETURN baton_ns.refuse('twice_in_call', 'task id ' || (task->>'id')); END IF;
    IF task->>'idempotency_key' = ANY (keys) THEN
      RETURN baton_ns.refuse('twice_in_call', 'idempotency key ' || (task->>'idempotency_key'));
    END IF;
    ids := ids || (task->>'id');
    IF task ? 'idempotency_key' THEN keys := keys || (task->>'idempotency_key'); END IF;
    known := baton_ns.known_task(task, clock);
    IF known.digest <> its_digest THEN
      RETURN CASE WHEN known.id = (task->>'id')::uuid THEN baton_ns.refuse('task_id_taken', task->>'id')
                  ELSE baton_ns.refuse('key_taken', task->>'idempotency_key') END;
    END IF;
    answers := answers || coalesce(known.id, (task->>'id')::uuid);
    statuses := statuses || known.status;
    created := created || (known.id IS NULL);
    IF known.id IS NULL THEN
      IF (task->>'deadline')::bigint <= clock THEN RETURN baton_ns.refuse('deadline_passed', task->>'id'); END IF;
      its_lane := coalesce(task->>'lane', task->>'kind');
      IF NOT its_lane = ANY (lanes) THEN lanes := lanes || its_lane; END IF;
      linked := linked OR jsonb_array_length(task->'depends_on') > 0;
      fresh := fresh || task;
      digests := digests || its_digest;
    END IF;
  END LOOP;
  IF linked THEN
    no := baton_ns.bad_dependencies(fresh, (v->'extra'->>'cyclic')::boolean);
    IF no IS NOT NULL THEN RETURN no; END IF;
  END IF;
  IF baton_ns.too_many_lanes(lanes) THEN RETURN baton_ns.refuse('too_many_lanes'); END IF;

  FOR i IN 1 .. cardinality(answers) LOOP
    IF created[i] THEN
      made := made + 1;
      statuses[i] := baton_ns.create_task(fresh[made], digests[made], clock);
    END IF;
  END LOOP;
  FOREACH its_lane IN ARRAY lanes LOOP PERFORM baton_ns.note_lane(its_lane); END LOOP;
  IF linked THEN
    FOREACH task IN ARRAY fresh LOOP PERFORM baton_ns.cancel_if_doomed((task->>'id')::uuid, clock); END LOOP;
    statuses := ARRAY(SELECT t.status FROM unnest(answers) WITH ORDINALITY a(id, i) JOIN baton_ns.tasks t ON t.id = a.id ORDER BY a.i);
  END IF;
  FOR i IN 1 .. cardinality(answers) LOOP
    reply := reply || CASE WHEN i > 1 THEN ',' ELSE '' END || '{"id":"' || answers[i] || '","status":"' || statuses[i] ||
             '","created":' || created[i]::text || '}';
  END LOOP;
  RETURN '0,[' || reply || ']';
END $$;

CREATE OR REPLACE FUNCTION baton_ns.submit(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  first jsonb := v->'tasks'->0;
BEGIN
  IF NOT baton_ns.is_plain(v, first) THEN RETURN baton_ns.submit_all(v, clock); END IF;
  RETURN '0,[{"id":"' || (first->>'id') || '","status":"' || baton_ns.create_task(first, v->'extra'->'digests'->>0, clock) ||
         '","created":true}]';
END $$;
