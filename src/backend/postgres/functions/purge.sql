-- purge.sql: what was written is overwritten a stretch of the log a step, and the task itself goes in the last one, so that
-- whoever still sees it knows that there is more to do.

CREATE OR REPLACE FUNCTION baton_ns.purged(removed boolean, more boolean, after bigint) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT baton_ns.done(json_build_object('removed', removed, 'more', more, 'after', after))
$$;

-- What people and agents wrote into the payload of a task's event (error, why, result) always comes last. A quote inside of a
-- text is written with a backslash, so none of these can stand in one.
CREATE OR REPLACE FUNCTION baton_ns.without_words(payload text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(left(payload, least(nullif(strpos(payload, ',"error":'), 0), nullif(strpos(payload, ',"why":'), 0),
                                      nullif(strpos(payload, ',"result":'), 0)) - 1) || '}', payload)
$$;

-- Where a step has to stop; null: it reaches the end of the log.
CREATE OR REPLACE FUNCTION baton_ns.end_of_stretch(after bigint, most bigint) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
  upto bigint := (SELECT e.position FROM baton_ns.events e WHERE e.position > after
                  ORDER BY e.position OFFSET most - 1 LIMIT 1);
  the_group text;
  is_dead boolean;
BEGIN
  FOR the_group, is_dead IN SELECT g.name, d.dead FROM baton_ns.groups g CROSS JOIN (VALUES (false), (true)) d(dead) LOOP
    upto := least(upto, (SELECT d.position FROM baton_ns.deliveries d
                         WHERE d.grp = the_group AND d.dead = is_dead AND d.position > after
                         ORDER BY d.position OFFSET most - 1 LIMIT 1));
  END LOOP;
  RETURN upto;
END $$;

-- Takes the words out of the task's events, and out of the copies that deliveries keep.
CREATE OR REPLACE FUNCTION baton_ns.silence(the_task uuid, after bigint, upto bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  the_group text;
  is_dead boolean;
BEGIN
  UPDATE baton_ns.events e SET payload = baton_ns.without_words(e.payload)
  WHERE e.position > after AND e.position <= upto AND e.task_id = the_task
    AND baton_ns.without_words(e.payload) <> e.payload;
  FOR the_group, is_dead IN SELECT g.name, d.dead FROM baton_ns.groups g CROSS JOIN (VALUES (false), (true)) d(dead) LOOP
    UPDATE baton_ns.deliveries d SET event_payload = baton_ns.without_words(d.event_payload)
    WHERE d.grp = the_group AND d.dead = is_dead AND d.position > after AND d.position <= upto AND d.event_task = the_task;
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION baton_ns.purge_task(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  the_task uuid := v->>'task';
  after bigint := v->>'after';
  most bigint := v->>'limit';
  upto bigint;
  dropped bigint;
  known baton_ns.tasks;
BEGIN
  SELECT * INTO known FROM baton_ns.tasks t WHERE t.id = the_task;
  IF known.ended_at IS NULL AND known.id IS NOT NULL THEN
    RETURN baton_ns.refuse('cannot_purge', v->>'task', known.status);
  END IF;
  DELETE FROM baton_ns.results r WHERE r.ctid = ANY (ARRAY(
    SELECT x.ctid FROM baton_ns.results x WHERE x.task = the_task ORDER BY x.attempt LIMIT most));
  GET DIAGNOSTICS dropped = ROW_COUNT;
  IF dropped = most THEN RETURN baton_ns.purged(false, true, after); END IF;
  IF EXISTS (SELECT FROM baton_ns.unresolved u WHERE u.seq = known.seq) THEN
    PERFORM baton_ns.resolve(100, clock);
    IF EXISTS (SELECT FROM baton_ns.unresolved u WHERE u.seq = known.seq) THEN
      RETURN baton_ns.purged(false, true, after);
    END IF;
  END IF;
  upto := baton_ns.end_of_stretch(after, most);
  PERFORM baton_ns.silence(the_task, after, coalesce(upto, 9223372036854775807));
  IF upto IS NOT NULL THEN RETURN baton_ns.purged(false, true, upto); END IF;
  IF known.id IS NULL THEN RETURN baton_ns.purged(false, false, 0); END IF;
  DELETE FROM baton_ns.keys k WHERE k.key = known.idempotency_key AND k.task = the_task;
  PERFORM baton_ns.forget(known);
  PERFORM baton_ns.log(clock, 'task.purged', the_task, NULL, '{}');
  RETURN baton_ns.purged(true, false, 0);
END $$;

-- Messages go from the end, so that those that are left keep their numbers; the thread goes with the last.
CREATE OR REPLACE FUNCTION baton_ns.purge_thread(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  the_thread text := v->>'thread';
  kept bigint;
BEGIN
  SELECT greatest(t.messages - (v->>'limit')::bigint, 0) INTO kept FROM baton_ns.threads t WHERE t.id = the_thread;
  IF NOT FOUND THEN RETURN baton_ns.purged(false, false, 0); END IF;
  DELETE FROM baton_ns.messages m WHERE m.thread = the_thread AND m.number > kept;
  IF kept > 0 THEN
    UPDATE baton_ns.threads t SET messages = kept, updated_at = clock WHERE t.id = the_thread;
    RETURN baton_ns.purged(false, true, 0);
  END IF;
  DELETE FROM baton_ns.threads t WHERE t.id = the_thread;
  PERFORM baton_ns.log(clock, 'thread.purged', NULL, NULL, '{"thread":' || baton_ns.quote(the_thread) || '}');
  RETURN baton_ns.purged(true, false, 0);
END $$;

-- With its document and signals, in whatever state it is.
CREATE OR REPLACE FUNCTION baton_ns.purge_correlation(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  the_correlation text := v->>'id';
BEGIN
  DELETE FROM baton_ns.correlations c WHERE c.id = the_correlation;
  IF NOT FOUND THEN RETURN baton_ns.purged(false, false, 0); END IF;
  DELETE FROM baton_ns.signals s WHERE s.correlation = the_correlation;
  PERFORM baton_ns.log(clock, 'correlation.purged', NULL, NULL,
                       '{"correlation":' || baton_ns.quote(the_correlation) || '}');
  RETURN baton_ns.purged(true, false, 0);
END $$;
