-- step.sql: a step is one call with any number of verbs, one transaction and one turn at the lock of the namespace. So there is
-- one writer, positions are dense and in the order of commits, and no verb sees another half done.

-- The lock of the namespace. Advisory locks belong to one database, and so does the number of a schema.
CREATE OR REPLACE FUNCTION baton_ns.turn() RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT (47216::bigint << 32) | 'baton_ns'::regnamespace::oid::bigint
$$;

-- What beats hold together, and a freeze alone: they change something outside of the turn.
CREATE OR REPLACE FUNCTION baton_ns.beating() RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT (47217::bigint << 32) | 'baton_ns'::regnamespace::oid::bigint
$$;

CREATE OR REPLACE FUNCTION baton_ns.server_clock() RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint
$$;

-- Waits for the turn, at most as long as the caller would rather end whoever sits on it (see unstick).
CREATE OR REPLACE FUNCTION baton_ns.take_turn() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('lock_timeout', '2000', true);
  PERFORM pg_advisory_xact_lock(baton_ns.turn());
END $$;

-- Ends the backends that hold the turn and wait for nothing but their client, which has stopped. Returns how many.
CREATE OR REPLACE FUNCTION baton_ns.unstick() RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT count(pg_terminate_backend(a.pid))
  FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE l.locktype = 'advisory' AND l.granted AND l.mode = 'ExclusiveLock' AND l.objsubid = 1
    AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
    AND (l.classid::bigint << 32 | l.objid::bigint) = baton_ns.turn()
    AND a.wait_event_type = 'Client' AND a.query_start < clock_timestamp() - interval '1 second'
$$;

-- Where the log ends, with the counters that the next step goes on from. The last event carries them; meta does so for a log
-- that has none, and for one that was imported.
CREATE OR REPLACE FUNCTION baton_ns.counters(OUT last_position bigint, OUT last_seq bigint, OUT last_at bigint, OUT is_frozen boolean)
LANGUAGE plpgsql STABLE AS $$
BEGIN
  SELECT greatest(m.position, e.position), greatest(m.seq, e.seq), coalesce(e.at, 0), m.frozen
  INTO last_position, last_seq, last_at, is_frozen
  FROM baton_ns.meta m LEFT JOIN LATERAL (
    SELECT x.position, x.seq, x.at FROM baton_ns.events x ORDER BY x.position DESC LIMIT 1) e ON true;
END $$;

-- In tests: keeps the step with the verb that it carried out, so that lost answers can be accounted for.
CREATE OR REPLACE FUNCTION baton_ns.keep_trace(clock bigint, done_verb text) RETURNS bigint LANGUAGE sql VOLATILE AS $$
  INSERT INTO baton_ns.trace (step, now, verb)
  SELECT coalesce(max(t.step), 0) + 1, clock, done_verb FROM baton_ns.trace t RETURNING step
$$;

CREATE OR REPLACE FUNCTION baton_ns.last_step() RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(max(step), 0) FROM baton_ns.trace
$$;

-- What every verb's function returns: a reply, or why there is none (the names of core/refusal_names.cpp).
CREATE OR REPLACE FUNCTION baton_ns.done(reply json) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT '0,' || coalesce(reply::text, 'null')
$$;
CREATE OR REPLACE FUNCTION baton_ns.refuse(VARIADIC words text[]) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT '1,' || array_to_json(words)::text
$$;

CREATE OR REPLACE FUNCTION baton_ns.quote(words text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_json(words)::text
$$;

-- Appends an event; returns its position.
CREATE OR REPLACE FUNCTION baton_ns.log(clock bigint, what text, the_task uuid, the_agent text, details text) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  here bigint := nextval('baton_ns.positions');
BEGIN
  INSERT INTO baton_ns.events (position, at, event_type, task_id, agent_id, payload, seq)
  VALUES (here, clock, what, the_task, the_agent, details, currval('baton_ns.seqs'));
  RETURN here;
END $$;

-- A time as the events write it.
CREATE OR REPLACE FUNCTION baton_ns.rfc3339(micros bigint) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char(timestamp 'epoch' + micros * interval '1 microsecond', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
$$;

-- Carries out one verb that changes something. The busiest come first.
CREATE OR REPLACE FUNCTION baton_ns.change_by(verb text, v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  IF verb = 'settle' THEN RETURN baton_ns.settle(v, clock);
  ELSIF verb = 'claim' THEN RETURN baton_ns.claim(v, clock);
  ELSIF verb = 'submit' THEN RETURN baton_ns.submit(v, clock);
  ELSIF verb = 'progress' THEN RETURN baton_ns.progress(v, clock);
  ELSIF verb = 'beat' THEN RETURN baton_ns.beat(v, clock);
  ELSIF verb = 'try_lock' THEN RETURN baton_ns.try_lock(v, clock);
  ELSIF verb = 'release_lock' THEN RETURN baton_ns.release_lock(v, clock);
  ELSIF verb = 'renew_lock' THEN RETURN baton_ns.renew_lock(v, clock);
  ELSIF verb = 'set_result' THEN RETURN baton_ns.set_result(v, clock);
  ELSIF verb = 'append' THEN RETURN baton_ns.append(v, clock);
  ELSIF verb = 'edit' THEN RETURN baton_ns.edit(v, clock);
  ELSIF verb = 'read_group' THEN RETURN baton_ns.read_group(v, clock);
  ELSIF verb = 'ack' THEN RETURN baton_ns.ack(v, clock);
  ELSIF verb = 'signal' THEN RETURN baton_ns.signal(v, clock);
  ELSIF verb = 'advance' THEN RETURN baton_ns.advance(v, clock);
  ELSIF verb = 'open_correlation' THEN RETURN baton_ns.open_correlation(v, clock);
  ELSIF verb = 'put_record' THEN RETURN baton_ns.put_record(v, clock);
  ELSIF verb = 'put_thread' THEN RETURN baton_ns.put_thread(v, clock);
  ELSIF verb = 'sweep' THEN RETURN baton_ns.sweep(v, clock);
  ELSIF verb = 'beat_session' THEN RETURN baton_ns.beat_session(v, clock);
  ELSIF verb = 'register' THEN RETURN baton_ns.register(v, clock);
  ELSIF verb = 'deregister' THEN RETURN baton_ns.deregister(v, clock);
  ELSIF verb = 'transition' THEN RETURN baton_ns.transition(v, clock);
  ELSIF verb = 'cancel' THEN RETURN baton_ns.cancel(v, clock);
  ELSIF verb = 'retry' THEN RETURN baton_ns.retry(v, clock);
  ELSIF verb = 'set_paused' THEN RETURN baton_ns.set_paused(v, clock);
  ELSIF verb = 'put_group' THEN RETURN baton_ns.put_group(v, clock);
  ELSIF verb = 'drop_group' THEN RETURN baton_ns.drop_group(v, clock);
  ELSIF verb = 'redrive' THEN RETURN baton_ns.redrive(v, clock);
  END IF;
  RAISE EXCEPTION 'no verb that changes something is named %', verb USING ERRCODE = 'feature_not_supported';
END $$;

-- Carries out one verb that only looks. Each is a single statement, so it sees a single state.
CREATE OR REPLACE FUNCTION baton_ns.look_by(verb text, v jsonb, clock bigint, last bigint) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  IF verb = 'get_task' THEN RETURN baton_ns.get_task(v);
  ELSIF verb = 'get_result' THEN RETURN baton_ns.get_result(v, clock);
  ELSIF verb = 'get_agent' THEN RETURN baton_ns.get_agent(v);
  ELSIF verb = 'read_log' THEN RETURN baton_ns.read_log(v, last);
  ELSIF verb = 'messages' THEN RETURN baton_ns.messages(v);
  ELSIF verb = 'get_correlation' THEN RETURN baton_ns.get_correlation(v, clock);
  ELSIF verb = 'get_record' THEN RETURN baton_ns.get_record(v, clock);
  ELSIF verb = 'get_thread' THEN RETURN baton_ns.get_thread(v);
  ELSIF verb = 'inspect_lock' THEN RETURN baton_ns.inspect_lock(v, clock);
  ELSIF verb = 'list_tasks' THEN RETURN baton_ns.list_tasks(v);
  ELSIF verb = 'list_agents' THEN RETURN baton_ns.list_agents(v);
  ELSIF verb = 'queue_stats' THEN RETURN baton_ns.queue_stats(v);
  ELSIF verb = 'peek' THEN RETURN baton_ns.peek(v);
  ELSIF verb = 'list_groups' THEN RETURN baton_ns.list_groups(last);
  ELSIF verb = 'inspect_group' THEN RETURN baton_ns.inspect_group(v, last);
  ELSIF verb = 'dead_letters' THEN RETURN baton_ns.dead_letters(v);
  ELSIF verb = 'list_threads' THEN RETURN baton_ns.list_threads(v);
  ELSIF verb = 'list_locks' THEN RETURN baton_ns.list_locks(v, clock);
  ELSIF verb = 'list_correlations' THEN RETURN baton_ns.list_correlations(v, clock);
  ELSIF verb = 'list_records' THEN RETURN baton_ns.list_records(v, clock);
  ELSIF verb = 'health' THEN RETURN baton_ns.health(clock, last);
  ELSIF verb = 'export' THEN RETURN baton_ns.export(v, last);
  END IF;
  RAISE EXCEPTION 'no verb that looks is named %', verb USING ERRCODE = 'feature_not_supported';
END $$;

-- Plans are kept for as long as a connection lives, and made when a table may still be empty: so every verb that follows goes
-- by the index that its statements were written for, whatever the planner thinks of the table's size.

-- The verbs of one step that change something, in order; a row for each. The clock is the server's unless one is injected.
CREATE OR REPLACE FUNCTION baton_ns.change_all(verbs text[], arguments text[], clocks text[], traces text[])
RETURNS SETOF text LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off SET plan_cache_mode = force_generic_plan SET jit = off AS $$
DECLARE
  last_position bigint;
  last_seq bigint;
  clock bigint;
  past bigint;
  step bigint := 0;
  frozen boolean;
  reply text;
BEGIN
  PERFORM baton_ns.take_turn();
  SELECT c.last_position, c.last_seq, greatest(c.last_at, k.last_value), c.is_frozen
  INTO last_position, last_seq, past, frozen FROM baton_ns.counters() c, baton_ns.clock k;
  PERFORM setval('baton_ns.positions', last_position), setval('baton_ns.seqs', last_seq);
  clock := greatest(past, baton_ns.server_clock());
  FOR i IN 1 .. cardinality(verbs) LOOP
    IF clocks[i] <> '' THEN
      past := greatest(past, clocks[i]::bigint);
      clock := past;
    END IF;
    IF traces[i] <> '' THEN step := baton_ns.keep_trace(clock, traces[i]); END IF;
    IF verbs[i] = 'freeze' THEN
      frozen := (arguments[i]::jsonb->>'frozen')::boolean;
      reply := baton_ns.freeze(frozen);
    ELSIF verbs[i] = 'import' THEN
      reply := CASE WHEN frozen THEN baton_ns.import(arguments[i]::jsonb) ELSE baton_ns.refuse('not_frozen') END;
    ELSIF frozen THEN
      reply := baton_ns.refuse('frozen');
    ELSE
      reply := baton_ns.change_by(verbs[i], arguments[i]::jsonb, clock);
    END IF;
    RETURN NEXT '[' || clock || ',' || step || ',' || currval('baton_ns.positions') || ',' || reply || ']';
  END LOOP;
  PERFORM setval('baton_ns.clock', clock);
END $$;

-- The verbs of one call that only look. An injected clock is held for those that come later, which takes a turn.
CREATE OR REPLACE FUNCTION baton_ns.look_all(verbs text[], arguments text[], clocks text[], traces text[])
RETURNS SETOF text LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off SET plan_cache_mode = force_generic_plan SET jit = off AS $$
DECLARE
  last bigint;
  clock bigint;
  step bigint := 0;
BEGIN
  IF clocks[1] <> '' THEN PERFORM baton_ns.take_turn(); END IF;
  FOR i IN 1 .. cardinality(verbs) LOOP
    SELECT c.last_position, greatest(c.last_at, k.last_value, coalesce(nullif(clocks[i], '')::bigint, baton_ns.server_clock()))
    INTO last, clock FROM baton_ns.counters() c, baton_ns.clock k;
    IF clocks[i] <> '' THEN PERFORM setval('baton_ns.clock', clock); END IF;
    IF traces[i] <> '' THEN step := baton_ns.last_step(); END IF;
    RETURN NEXT '[' || clock || ',' || step || ',' || last || ',' ||
                baton_ns.look_by(verbs[i], arguments[i]::jsonb, clock, last) || ']';
  END LOOP;
END $$;
