-- step.sql: a step is one call with any number of verbs, one transaction and one turn at the lock of the namespace. So there is
-- one writer, positions are dense and in the order of commits, and no verb sees another half done.

-- The lock of the namespace. Advisory locks belong to one database, and so does the number of a schema.
CREATE OR REPLACE FUNCTION baton_ns.turn() RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT (47216::bigint << 32) | 'baton_ns'::regnamespace::oid::bigint
$$;

-- What runs beside the turn, beats and looks, holds it together; a freeze and a repack hold it alone.
CREATE OR REPLACE FUNCTION baton_ns.beside() RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT (47217::bigint << 32) | 'baton_ns'::regnamespace::oid::bigint
$$;

CREATE OR REPLACE FUNCTION baton_ns.server_clock() RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint
$$;

-- Whoever waits for the turn must then see what was done before it.
CREATE OR REPLACE FUNCTION baton_ns.refuse_isolation() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'transactions must be read committed; set default_transaction_isolation so for this role and database'
  USING ERRCODE = 'invalid_transaction_state';
END $$;

-- Ends the backends that hold the turn and wait for nothing but their client, which has stopped. Returns how many.
CREATE OR REPLACE FUNCTION baton_ns.unstick() RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT count(pg_terminate_backend(a.pid))
  FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE l.locktype = 'advisory' AND l.granted AND l.mode = 'ExclusiveLock' AND l.objsubid = 1
    AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
    AND (l.classid::bigint << 32 | l.objid::bigint) = baton_ns.turn()
    AND a.wait_event_type = 'Client'
    AND a.query_start < clock_timestamp() - CASE a.wait_event WHEN 'ClientRead' THEN interval '1 second' ELSE interval '6 seconds' END
$$;

-- Where the log ends, and the counters that the next step goes on from. The last event carries them; meta does so for a log
-- that has none, and for one that was imported. `past`: the clock is never set back behind it.
CREATE OR REPLACE FUNCTION baton_ns.counters()
RETURNS TABLE (last_position bigint, last_seq bigint, past bigint, is_frozen boolean, counted_positions bigint, counted_seqs bigint)
LANGUAGE sql STABLE AS $$
  SELECT greatest(m.position, e.position), greatest(m.seq, e.seq), coalesce(pg_sequence_last_value('baton_ns.clock'), 0), m.frozen,
         pg_sequence_last_value('baton_ns.positions'), pg_sequence_last_value('baton_ns.seqs')
  FROM baton_ns.meta m LEFT JOIN LATERAL (
    SELECT x.position, x.seq FROM baton_ns.events x ORDER BY x.position DESC LIMIT 1) e ON true
$$;

-- In tests: keeps the step with the verb that it carried out, so that lost answers can be accounted for.
CREATE OR REPLACE FUNCTION baton_ns.keep_trace(clock bigint, done_verb text) RETURNS bigint LANGUAGE sql VOLATILE AS $$
  INSERT INTO baton_ns.trace (step, now, verb)
  SELECT coalesce(max(t.step), 0) + 1, clock, done_verb FROM baton_ns.trace t RETURNING step
$$;

-- The same for all that have a reply already, in the order in which they were carried out: by kind of verb, then as they came.
CREATE OR REPLACE FUNCTION baton_ns.keep_traces(clock bigint, verbs text[], traces text[], replies text[], steps bigint[])
RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
  done integer;
BEGIN
  FOR done IN SELECT r.i FROM unnest(replies, verbs) WITH ORDINALITY r(reply, verb, i) WHERE r.reply IS NOT NULL
              ORDER BY array_position(ARRAY['submit', 'settle', 'claim'], r.verb), r.i LOOP
    steps[done] := baton_ns.keep_trace(clock, traces[done]);
  END LOOP;
  RETURN steps;
END $$;

CREATE OR REPLACE FUNCTION baton_ns.latest(clocks text[]) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT max(c::bigint) FROM unnest(clocks) c);
END $$;

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

-- What an event says of the trace that a task belongs to; nothing, if to none.
CREATE OR REPLACE FUNCTION baton_ns.trace_member(trace text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN coalesce(trace, '') = '' THEN '' ELSE ',"traceparent":' || to_json(trace)::text END
$$;

-- How most events of a task begin.
CREATE OR REPLACE FUNCTION baton_ns.attempt_of(attempt bigint, trace text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT '{"attempt":' || attempt || baton_ns.trace_member(trace)
$$;

-- Appends an event; returns its position.
CREATE OR REPLACE FUNCTION baton_ns.log(clock bigint, what text, the_task uuid, the_agent text, details text) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  here bigint := nextval('baton_ns.positions');
BEGIN
  INSERT INTO baton_ns.events (position, at, event_type, task_id, agent_id, payload, seq)
  VALUES (here, clock, what, the_task, the_agent, details, coalesce(pg_sequence_last_value('baton_ns.seqs'), 0));
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
  ELSIF verb = 'purge_task' THEN RETURN baton_ns.purge_task(v, clock);
  ELSIF verb = 'purge_thread' THEN RETURN baton_ns.purge_thread(v, clock);
  ELSIF verb = 'purge_correlation' THEN RETURN baton_ns.purge_correlation(v, clock);
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
-- by the index that its statements were written for, whatever the planner thinks of the table's size. The turn is waited for
-- as long as one would rather end whoever sits on it (see unstick).

-- The verbs of one step that change something; a row for each, in their order. The clock is the server's unless one is injected,
-- and the same for all.
CREATE OR REPLACE FUNCTION baton_ns.change_all(verbs text[], arguments text[], clocks text[], traces text[])
RETURNS SETOF text LANGUAGE plpgsql SET lock_timeout = '2s'
SET enable_seqscan = off SET enable_bitmapscan = off SET plan_cache_mode = force_generic_plan SET jit = off AS $$
DECLARE
  traced boolean := traces[1] <> '';
  count integer := cardinality(verbs);
  asked jsonb[];
  replies text[];
  steps bigint[];
  before record;
  clock bigint;
  frozen boolean;
  last bigint;
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN PERFORM baton_ns.refuse_isolation(); END IF;
  PERFORM pg_advisory_xact_lock(baton_ns.turn());
  SELECT * INTO before FROM baton_ns.counters();
  -- What a step that failed has counted did not happen.
  IF (before.counted_positions, before.counted_seqs) IS DISTINCT FROM (before.last_position, before.last_seq) THEN
    PERFORM setval('baton_ns.positions', before.last_position), setval('baton_ns.seqs', before.last_seq);
  END IF;
  clock := greatest(before.past, CASE WHEN clocks[1] = '' THEN baton_ns.server_clock() ELSE baton_ns.latest(clocks) END);
  frozen := before.is_frozen;
  -- The usual lone verb goes straight on; in tests all ways are taken, whatever comes together.
  IF count = 1 AND NOT (frozen OR traced OR verbs[1] IN ('freeze', 'import')) THEN
    replies[1] := baton_ns.change_by(verbs[1], arguments[1]::jsonb, clock);
    PERFORM setval('baton_ns.clock', clock);
    RETURN NEXT '[' || clock || ',0,' || pg_sequence_last_value('baton_ns.positions') || ',' || replies[1] || ']';
    RETURN;
  END IF;
  asked := arguments::jsonb[];
  IF (count > 3 OR traced AND length(traces[1]) % 2 = 0) AND NOT frozen AND NOT verbs && '{freeze,import}' THEN
    replies := baton_ns.change_many(verbs, asked, clock);
  END IF;
  IF traced THEN steps := baton_ns.keep_traces(clock, verbs, traces, replies, steps); END IF;
  FOR i IN 1 .. count LOOP
    CONTINUE WHEN replies[i] IS NOT NULL;
    IF traced THEN steps[i] := baton_ns.keep_trace(clock, traces[i]); END IF;
    IF verbs[i] = 'freeze' THEN
      frozen := (asked[i]->>'frozen')::boolean;
      replies[i] := baton_ns.freeze(frozen);
    ELSIF verbs[i] = 'import' THEN
      replies[i] := CASE WHEN frozen THEN baton_ns.import(asked[i]) ELSE baton_ns.refuse('not_frozen') END;
    ELSIF frozen THEN
      replies[i] := baton_ns.refuse('frozen');
    ELSE
      replies[i] := baton_ns.change_by(verbs[i], asked[i], clock);
    END IF;
  END LOOP;
  PERFORM setval('baton_ns.clock', clock);
  last := pg_sequence_last_value('baton_ns.positions');
  FOR i IN 1 .. count LOOP
    RETURN NEXT '[' || clock || ',' || coalesce(steps[i], 0) || ',' || last || ',' || replies[i] || ']';
  END LOOP;
END $$;

-- The verbs of one call that only look. An injected clock is held for those that come later, which takes a turn.
CREATE OR REPLACE FUNCTION baton_ns.look_all(verbs text[], arguments text[], clocks text[], traces text[])
RETURNS SETOF text LANGUAGE plpgsql SET lock_timeout = '2s'
SET enable_seqscan = off SET enable_bitmapscan = off SET plan_cache_mode = force_generic_plan SET jit = off AS $$
DECLARE
  before record;
  clock bigint;
  step bigint := 0;
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN PERFORM baton_ns.refuse_isolation(); END IF;
  IF clocks[1] <> '' THEN PERFORM pg_advisory_xact_lock(baton_ns.turn()); END IF;
  PERFORM pg_advisory_xact_lock_shared(baton_ns.beside());
  FOR i IN 1 .. cardinality(verbs) LOOP
    SELECT * INTO before FROM baton_ns.counters();
    clock := greatest(before.past, CASE WHEN clocks[i] = '' THEN baton_ns.server_clock() ELSE clocks[i]::bigint END);
    IF clocks[i] <> '' THEN PERFORM setval('baton_ns.clock', clock); END IF;
    IF traces[i] <> '' THEN step := baton_ns.last_step(); END IF;
    RETURN NEXT '[' || clock || ',' || step || ',' || before.last_position || ',' ||
                baton_ns.look_by(verbs[i], arguments[i]::jsonb, clock, before.last_position) || ']';
  END LOOP;
END $$;
