-- import.sql: rows as an export made them, each replacing the row of the same key, with what is derived from it. They
-- were all understood before this runs, and a store that is not frozen is refused before the first write.

-- Never back: positions are tokens too.
CREATE OR REPLACE FUNCTION baton_ns.import_meta(r jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM setval('baton_ns.positions', greatest(currval('baton_ns.positions'), (r->>'position')::bigint)),
          setval('baton_ns.seqs', greatest(currval('baton_ns.seqs'), (r->>'seq')::bigint));
  UPDATE baton_ns.meta SET position = currval('baton_ns.positions'), seq = currval('baton_ns.seqs'),
                           all_paused = coalesce((r->>'all_paused')::boolean, false);
END $$;

CREATE OR REPLACE FUNCTION baton_ns.import_agent(r jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  agent baton_ns.agents := jsonb_populate_record(NULL::baton_ns.agents, jsonb_build_object(
    'attempt', 0, 'version', '', 'metadata', 'null', 'crashes', '[]'::jsonb, 'last_claim', '') || r);
BEGIN
  DELETE FROM baton_ns.agents a WHERE a.id = agent.id;
  DELETE FROM baton_ns.beats b WHERE b.agent = agent.id;
  INSERT INTO baton_ns.agents SELECT agent.*;
  INSERT INTO baton_ns.beats SELECT agent.id, agent.deadline WHERE agent.state <> 'crashed';
END $$;

CREATE OR REPLACE FUNCTION baton_ns.remove_task(known baton_ns.tasks) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF known.status = 'pending' THEN PERFORM baton_ns.dequeue(known.lane, known.priority, known.place); END IF;
  DELETE FROM baton_ns.unresolved u WHERE u.seq = known.seq;
  DELETE FROM baton_ns.tasks t WHERE t.id = known.id;
END $$;

-- A place in the order of submission belongs to one task; an export never holds it twice.
CREATE OR REPLACE FUNCTION baton_ns.import_task(r jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  task baton_ns.tasks := jsonb_populate_record(NULL::baton_ns.tasks, jsonb_build_object(
    'attempt', 0, 'failures', 0, 'crashes', 0, 'depends_on', '[]'::jsonb, 'waiting_for', 0,
    'on_failed_dependency', 'fail_fast', 'traceparent', '', 'metadata', 'null') || r);
  known baton_ns.tasks;
BEGIN
  SELECT * INTO known FROM baton_ns.tasks t WHERE t.id = task.id;
  IF FOUND THEN PERFORM baton_ns.remove_task(known); END IF;
  SELECT * INTO known FROM baton_ns.tasks t WHERE t.seq = task.seq;
  IF FOUND THEN PERFORM baton_ns.remove_task(known); END IF;
  INSERT INTO baton_ns.tasks SELECT task.*;
  IF task.status = 'pending' THEN
    PERFORM baton_ns.enqueue(task.lane, task.priority, task.place, task.id);
  ELSIF task.ended_at IS NOT NULL THEN
    INSERT INTO baton_ns.unresolved (seq, task)
    SELECT task.seq, task.id WHERE EXISTS (SELECT FROM baton_ns.dependencies d WHERE d.dependency = task.id);
  END IF;
END $$;

CREATE OR REPLACE FUNCTION baton_ns.import_dependency(r jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  waiter bigint;
  awaited baton_ns.tasks;
BEGIN
  SELECT t.seq INTO waiter FROM baton_ns.tasks t WHERE t.id = (r->>'dependant')::uuid;
  SELECT * INTO awaited FROM baton_ns.tasks t WHERE t.id = (r->>'dependency')::uuid;
  IF waiter IS NULL OR awaited.id IS NULL THEN RETURN; END IF;
  INSERT INTO baton_ns.dependencies (dependency, seq, dependant) VALUES (awaited.id, waiter, (r->>'dependant')::uuid)
  ON CONFLICT DO NOTHING;
  INSERT INTO baton_ns.unresolved (seq, task) SELECT awaited.seq, awaited.id WHERE awaited.ended_at IS NOT NULL
  ON CONFLICT DO NOTHING;
END $$;

CREATE OR REPLACE FUNCTION baton_ns.import_event(r jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO baton_ns.events
  SELECT e.* FROM jsonb_populate_record(NULL::baton_ns.events,
                                        r || jsonb_build_object('seq', currval('baton_ns.seqs'))) e
  WHERE e.position > coalesce((SELECT o.position FROM baton_ns.events o ORDER BY o.position DESC LIMIT 1), 0);
END $$;

-- What it counts stays what it is: that follows from its deliveries.
CREATE OR REPLACE FUNCTION baton_ns.import_group(r jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO baton_ns.groups
  SELECT * FROM jsonb_populate_record(NULL::baton_ns.groups,
                                      '{"max_deliveries":5,"dropped":0,"pending":0,"dead":0}' || r)
  ON CONFLICT (name) DO UPDATE
  SET cursor = excluded.cursor, visibility_us = excluded.visibility_us, max_deliveries = excluded.max_deliveries,
      dropped = excluded.dropped, created_at = excluded.created_at;
END $$;

CREATE OR REPLACE FUNCTION baton_ns.import_delivery(r jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  is_dead boolean := coalesce((r->>'dead')::boolean, false);
  here bigint := r->>'position';
  event jsonb := r->'event';
  most bigint;
BEGIN
  SELECT g.max_deliveries INTO most FROM baton_ns.groups g WHERE g.name = r->>'group';
  IF NOT FOUND THEN RETURN; END IF;
  DELETE FROM baton_ns.deliveries d WHERE d.grp = r->>'group' AND d.dead = is_dead AND d.position = here;
  IF NOT FOUND THEN
    UPDATE baton_ns.groups g SET pending = g.pending + (NOT is_dead)::int, dead = g.dead + is_dead::int
    WHERE g.name = r->>'group';
  END IF;
  INSERT INTO baton_ns.deliveries (grp, dead, position, consumer, count, at, last, event_at, event_type, event_task,
                                   event_agent, event_payload)
  VALUES (r->>'group', is_dead, here, r->>'consumer', coalesce((r->>'count')::bigint, 0), (r->>'at')::bigint,
          NOT is_dead AND coalesce((r->>'count')::bigint, 0) >= most, (event->>'at')::bigint, event->>'event_type',
          (event->>'task_id')::uuid, event->>'agent_id', event->>'payload');
END $$;

CREATE OR REPLACE FUNCTION baton_ns.import_message(r jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO baton_ns.messages
  SELECT m.* FROM jsonb_populate_record(NULL::baton_ns.messages, '{"body":"null"}' || (r->'message') ||
                                        jsonb_build_object('thread', r->'thread')) m
  WHERE m.number = 1 + coalesce((SELECT o.number FROM baton_ns.messages o WHERE o.thread = r->>'thread'
                                 ORDER BY o.number DESC LIMIT 1), 0);
END $$;

CREATE OR REPLACE FUNCTION baton_ns.import_signal(r jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO baton_ns.signals
  SELECT * FROM jsonb_populate_record(NULL::baton_ns.signals, '{"version":1,"body":"null","late":false}' ||
                                      (r->'signal') || jsonb_build_object('correlation', r->'correlation'))
  ON CONFLICT DO NOTHING;
END $$;

-- Tables whose rows stand for themselves.
CREATE OR REPLACE FUNCTION baton_ns.import_plain(number int, r jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  CASE number
    WHEN 4 THEN
      INSERT INTO baton_ns.late_results SELECT * FROM jsonb_populate_record(NULL::baton_ns.late_results, r)
      ON CONFLICT DO NOTHING;
    WHEN 5 THEN
      DELETE FROM baton_ns.keys k WHERE k.key = r->>'key';
      INSERT INTO baton_ns.keys SELECT * FROM jsonb_populate_record(NULL::baton_ns.keys, r);
    WHEN 6 THEN
      INSERT INTO baton_ns.paused_lanes (lane) VALUES (r->>'lane') ON CONFLICT DO NOTHING;
      UPDATE baton_ns.lines l SET paused = true WHERE l.lane = r->>'lane';
    WHEN 11 THEN
      DELETE FROM baton_ns.threads t WHERE t.id = r->>'id';
      INSERT INTO baton_ns.threads
      SELECT * FROM jsonb_populate_record(NULL::baton_ns.threads, '{"metadata":"null","messages":0}' || r);
    WHEN 13 THEN
      DELETE FROM baton_ns.sessions s WHERE s.id = r->>'id';
      INSERT INTO baton_ns.sessions SELECT * FROM jsonb_populate_record(NULL::baton_ns.sessions, r);
    WHEN 14 THEN
      DELETE FROM baton_ns.locks l WHERE l.name = r->>'name';
      INSERT INTO baton_ns.locks SELECT * FROM jsonb_populate_record(NULL::baton_ns.locks, r);
    WHEN 15 THEN
      DELETE FROM baton_ns.results o WHERE o.task = (r->>'task')::uuid AND o.attempt = (r->>'attempt')::bigint;
      INSERT INTO baton_ns.results SELECT * FROM jsonb_populate_record(NULL::baton_ns.results, '{"value":"null"}' || r);
    WHEN 16 THEN
      DELETE FROM baton_ns.correlations c WHERE c.id = r->>'id';
      INSERT INTO baton_ns.correlations
      SELECT * FROM jsonb_populate_record(NULL::baton_ns.correlations, '{"expected":[],"min_agents":1,"pattern":"",
                                          "document":"null","step":"","digest":""}' || r);
    WHEN 18 THEN
      PERFORM baton_ns.store_record(jsonb_populate_record(NULL::baton_ns.records, '{"body":"null"}' || r));
  END CASE;
END $$;

CREATE OR REPLACE FUNCTION baton_ns.import(v jsonb) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  number int;
  r jsonb;
BEGIN
  FOR number, r IN SELECT n::int, w FROM ROWS FROM (jsonb_array_elements(v->'extra'->'tables'),
                                                    jsonb_array_elements(v->'extra'->'rows')) AS x(n, w) LOOP
    CASE number
      WHEN 0 THEN PERFORM baton_ns.import_meta(r);
      WHEN 1 THEN PERFORM baton_ns.import_agent(r);
      WHEN 2 THEN PERFORM baton_ns.import_task(r);
      WHEN 3 THEN PERFORM baton_ns.import_dependency(r);
      WHEN 7 THEN PERFORM baton_ns.import_event(r);
      WHEN 8 THEN PERFORM baton_ns.import_group(r);
      WHEN 9, 10 THEN PERFORM baton_ns.import_delivery(r);
      WHEN 12 THEN PERFORM baton_ns.import_message(r);
      WHEN 17 THEN PERFORM baton_ns.import_signal(r);
      ELSE PERFORM baton_ns.import_plain(number, r);
    END CASE;
  END LOOP;
  RETURN baton_ns.done(to_json(coalesce(jsonb_array_length(v->'extra'->'rows'), 0)));
END $$;
