-- sweep.sql: each item is taken from an index of what is due and changed in the one step, so what a settle or beat changed
-- before is left alone. Costs what is due, not what exists.

-- Removes an ended task with what names it.
CREATE OR REPLACE FUNCTION baton_ns.forget(old baton_ns.tasks) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  one uuid;
BEGIN
  FOREACH one IN ARRAY old.depends_on LOOP PERFORM baton_ns.drop_dependant(one, old.seq); END LOOP;
  DELETE FROM baton_ns.late_results l WHERE l.task = old.id;
  DELETE FROM baton_ns.tasks t WHERE t.id = old.id;
END $$;

-- Ends lapsed sessions, each after the locks that it still holds; counts both.
CREATE OR REPLACE FUNCTION baton_ns.end_sessions(budget bigint, clock bigint, OUT locks bigint, OUT sessions bigint)
LANGUAGE plpgsql AS $$
DECLARE
  lapsed text;
  bound baton_ns.locks;
BEGIN
  locks := 0;
  sessions := 0;
  FOR lapsed IN SELECT s.id FROM baton_ns.sessions s WHERE s.deadline <= clock
                ORDER BY s.deadline, s.id LIMIT budget LOOP
    FOR bound IN SELECT * FROM baton_ns.locks l WHERE l.session = lapsed
                 ORDER BY l.name LIMIT budget - locks - sessions LOOP
      PERFORM baton_ns.expire_lock(bound, 'session', clock);
      locks := locks + 1;
    END LOOP;
    EXIT WHEN locks + sessions = budget;
    DELETE FROM baton_ns.sessions s WHERE s.id = lapsed;
    sessions := sessions + 1;
    EXIT WHEN locks + sessions = budget;
  END LOOP;
END $$;

-- The newest position below which the group needs nothing from the log.
CREATE OR REPLACE FUNCTION baton_ns.unacknowledged(the_group text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT d.position - 1 FROM baton_ns.deliveries d
                   WHERE d.grp = the_group AND NOT d.dead AND d.event_type IS NULL ORDER BY d.position LIMIT 1), g.cursor)
  FROM baton_ns.groups g WHERE g.name = the_group
$$;

-- Removes the events up to `upto`; groups that still needed them count what they lost.
CREATE OR REPLACE FUNCTION baton_ns.trim_to(upto bigint, OUT trimmed bigint, OUT dropped bigint) LANGUAGE plpgsql AS $$
DECLARE
  grp baton_ns.groups;
  lost bigint;
BEGIN
  dropped := 0;
  FOR grp IN SELECT * FROM baton_ns.groups ORDER BY groups.name LOOP
    DELETE FROM baton_ns.deliveries d WHERE d.grp = grp.name AND NOT d.dead AND d.position <= upto AND d.event_type IS NULL;
    GET DIAGNOSTICS lost = ROW_COUNT;
    CONTINUE WHEN lost = 0 AND grp.cursor >= upto;
    UPDATE baton_ns.groups g
    SET pending = g.pending - lost, dropped = g.dropped + lost + greatest(upto - g.cursor, 0), cursor = greatest(g.cursor, upto)
    WHERE g.name = grp.name;
    dropped := dropped + lost + greatest(upto - grp.cursor, 0);
  END LOOP;
  UPDATE baton_ns.meta SET position = pg_sequence_last_value('baton_ns.positions'), seq = coalesce(pg_sequence_last_value('baton_ns.seqs'), 0)
  WHERE upto >= pg_sequence_last_value('baton_ns.positions');
  DELETE FROM baton_ns.events e WHERE e.position <= upto;
  GET DIAGNOSTICS trimmed = ROW_COUNT;
END $$;

CREATE OR REPLACE FUNCTION baton_ns.kept_events(OUT first bigint, OUT kept bigint) LANGUAGE sql STABLE AS $$
  SELECT min(e.position), coalesce(max(e.position) - min(e.position) + 1, 0) FROM baton_ns.events e
$$;

CREATE OR REPLACE FUNCTION baton_ns.trim(v jsonb, OUT trimmed bigint, OUT dropped bigint) LANGUAGE plpgsql AS $$
DECLARE
  most bigint := 10 * (v->>'limit')::bigint;
  log record;
  more record;
  last bigint;
BEGIN
  trimmed := 0;
  dropped := 0;
  SELECT * INTO log FROM baton_ns.kept_events();
  IF log.kept > (v->>'max_events')::numeric THEN -- past the hard cap, whatever the groups still need
    SELECT * INTO more FROM baton_ns.trim_to(log.first + least(log.kept - (v->>'max_events')::bigint, most) - 1);
    trimmed := more.trimmed;
    dropped := more.dropped;
    SELECT * INTO log FROM baton_ns.kept_events();
  END IF;
  IF log.kept > (v->>'keep_events')::numeric AND trimmed < most THEN
    last := log.first + least(log.kept - (v->>'keep_events')::bigint, most - trimmed) - 1;
    last := least(last, (SELECT min(baton_ns.unacknowledged(g.name)) FROM baton_ns.groups g));
    SELECT * INTO more FROM baton_ns.trim_to(last);
    trimmed := trimmed + more.trimmed;
    dropped := dropped + more.dropped;
  END IF;
END $$;

-- When time alone makes something due again.
CREATE OR REPLACE FUNCTION baton_ns.next_due(forget_after bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT least(
    (SELECT deadline FROM baton_ns.beats ORDER BY deadline LIMIT 1),
    (SELECT expires_at FROM baton_ns.locks ORDER BY expires_at LIMIT 1),
    (SELECT deadline FROM baton_ns.sessions ORDER BY deadline LIMIT 1),
    (SELECT deadline FROM baton_ns.tasks WHERE deadline IS NOT NULL AND ended_at IS NULL ORDER BY deadline LIMIT 1),
    (SELECT run_at FROM baton_ns.tasks WHERE status = 'scheduled' ORDER BY run_at LIMIT 1),
    (SELECT timeout_at FROM baton_ns.correlations WHERE status = 'collecting' ORDER BY timeout_at LIMIT 1),
    (SELECT at FROM baton_ns.deliveries WHERE NOT dead AND last ORDER BY at LIMIT 1),
    (SELECT expires_at FROM baton_ns.results ORDER BY expires_at LIMIT 1),
    (SELECT expires_at FROM baton_ns.records WHERE expires_at IS NOT NULL ORDER BY expires_at LIMIT 1),
    (SELECT expires_at FROM baton_ns.correlations WHERE expires_at IS NOT NULL ORDER BY expires_at LIMIT 1),
    (SELECT expires_at FROM baton_ns.keys ORDER BY expires_at LIMIT 1),
    (SELECT ended_at + forget_after FROM baton_ns.tasks WHERE ended_at IS NOT NULL ORDER BY ended_at LIMIT 1))
$$;

CREATE OR REPLACE FUNCTION baton_ns.sweep(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  budget bigint := (v->>'limit')::bigint;
  forget_after bigint := (v->>'forget_tasks_after_us')::bigint;
  agents_crashed bigint := 0;
  locks_expired bigint := 0;
  ended record;
  deadlines_passed bigint := 0;
  tasks_due bigint := 0;
  dependants_resolved bigint := 0;
  correlations_timed_out bigint := 0;
  dead_letters bigint := 0;
  results_expired bigint := 0;
  records_expired bigint := 0;
  correlations_expired bigint := 0;
  keys_expired bigint := 0;
  tasks_forgotten bigint := 0;
  trimmed record;
  name text;
  place bigint;
  lock baton_ns.locks;
  task baton_ns.tasks;
  its_holder text;
  due bigint;
BEGIN
  -- What is due is looked up once: who asks again for the first one walks past all that this very step has ended.
  FOR name IN SELECT b.agent FROM baton_ns.beats b WHERE b.deadline <= clock
              ORDER BY b.deadline, b.agent LIMIT budget FOR UPDATE LOOP
    PERFORM baton_ns.crash(baton_ns.find_agent(name), 'deadline_passed', clock);
    agents_crashed := agents_crashed + 1;
  END LOOP;
  budget := budget - agents_crashed;
  FOR lock IN SELECT * FROM baton_ns.locks l WHERE l.expires_at <= clock ORDER BY l.expires_at, l.name LIMIT budget LOOP
    PERFORM baton_ns.expire_lock(lock, 'ttl', clock);
    locks_expired := locks_expired + 1;
  END LOOP;
  budget := budget - locks_expired;
  SELECT * INTO ended FROM baton_ns.end_sessions(budget, clock);
  locks_expired := locks_expired + ended.locks;
  budget := budget - ended.locks - ended.sessions;
  FOR task IN SELECT * FROM baton_ns.tasks t WHERE t.deadline IS NOT NULL AND t.ended_at IS NULL AND t.deadline <= clock
              ORDER BY t.deadline, t.id LIMIT budget LOOP
    its_holder := task.holder;
    task := baton_ns.finish(task, 'failed', baton_ns.reason('deadline passed'), clock);
    PERFORM baton_ns.log_ended(task, 'failed', its_holder, clock);
    deadlines_passed := deadlines_passed + 1;
  END LOOP;
  budget := budget - deadlines_passed;
  FOR task IN SELECT * FROM baton_ns.tasks t WHERE t.status = 'scheduled' AND t.run_at <= clock
              ORDER BY t.run_at, t.id LIMIT budget LOOP
    PERFORM baton_ns.requeue(task, clock);
    PERFORM baton_ns.log_requeued(task, NULL, 'due', '', clock);
    tasks_due := tasks_due + 1;
  END LOOP;
  budget := budget - tasks_due;
  dependants_resolved := baton_ns.resolve(budget, clock);
  budget := budget - dependants_resolved;
  FOR name IN SELECT c.id FROM baton_ns.correlations c WHERE c.status = 'collecting' AND c.timeout_at <= clock
              ORDER BY c.timeout_at, c.id LIMIT budget LOOP
    PERFORM baton_ns.time_out(name, clock);
    correlations_timed_out := correlations_timed_out + 1;
  END LOOP;
  budget := budget - correlations_timed_out;
  FOR name, place IN SELECT d.grp, d.position FROM baton_ns.deliveries d WHERE NOT d.dead AND d.last AND d.at <= clock
                     ORDER BY d.at, d.grp, d.position LIMIT budget LOOP
    PERFORM baton_ns.give_up(name, place, clock);
    dead_letters := dead_letters + 1;
  END LOOP;
  budget := budget - dead_letters;
  DELETE FROM baton_ns.results r WHERE r.ctid = ANY (ARRAY(
    SELECT x.ctid FROM baton_ns.results x WHERE x.expires_at <= clock
    ORDER BY x.expires_at, x.task, x.attempt LIMIT budget));
  GET DIAGNOSTICS results_expired = ROW_COUNT;
  budget := budget - results_expired;
  DELETE FROM baton_ns.records r WHERE r.ctid = ANY (ARRAY(
    SELECT x.ctid FROM baton_ns.records x WHERE x.expires_at <= clock ORDER BY x.expires_at, x.kind, x.key LIMIT budget));
  GET DIAGNOSTICS records_expired = ROW_COUNT;
  budget := budget - records_expired;
  FOR name IN SELECT c.id FROM baton_ns.correlations c WHERE c.expires_at <= clock
              ORDER BY c.expires_at, c.id LIMIT budget LOOP
    PERFORM baton_ns.expire_correlation(name, clock);
    correlations_expired := correlations_expired + 1;
  END LOOP;
  budget := budget - correlations_expired;
  DELETE FROM baton_ns.keys k WHERE k.ctid = ANY (ARRAY(
    SELECT x.ctid FROM baton_ns.keys x WHERE x.expires_at <= clock ORDER BY x.expires_at, x.key LIMIT budget));
  GET DIAGNOSTICS keys_expired = ROW_COUNT;
  budget := budget - keys_expired;
  FOR task IN SELECT * FROM baton_ns.tasks t WHERE t.ended_at <= clock - forget_after
              ORDER BY t.ended_at, t.id LIMIT budget LOOP
    PERFORM baton_ns.forget(task);
    tasks_forgotten := tasks_forgotten + 1;
  END LOOP;
  SELECT * INTO trimmed FROM baton_ns.trim(v);
  PERFORM baton_ns.repack(clock);
  due := baton_ns.next_due(forget_after);
  IF EXISTS (SELECT FROM baton_ns.unresolved) OR trimmed.trimmed = 10 * (v->>'limit')::bigint THEN due := clock; END IF;
  RETURN baton_ns.done(json_build_object('agents_crashed', agents_crashed, 'locks_expired', locks_expired,
    'sessions_ended', ended.sessions, 'deadlines_passed', deadlines_passed, 'tasks_due', tasks_due,
    'dependants_resolved', dependants_resolved, 'correlations_timed_out', correlations_timed_out,
    'dead_letters', dead_letters, 'results_expired', results_expired, 'records_expired', records_expired,
    'correlations_expired', correlations_expired, 'keys_expired', keys_expired, 'tasks_forgotten', tasks_forgotten,
    'events_trimmed', trimmed.trimmed, 'events_dropped', trimmed.dropped,
    'next_due', CASE WHEN due IS NOT NULL THEN greatest(due, clock) END));
END $$;
