-- export.sql: everything as rows, table by table, each in the order of its key, from where the last page ended. It only
-- looks: who wants one state across pages freezes the store.

-- Parts of a key. Nothing stands before what they are without one.
CREATE OR REPLACE FUNCTION baton_ns.key_number(part text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN part ~ '^[0-9]{1,18}$' THEN part::bigint ELSE -1 END
$$;
CREATE OR REPLACE FUNCTION baton_ns.key_task(part text) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN part ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN part
              ELSE '00000000-0000-0000-0000-000000000000' END::uuid
$$;

-- At most `room` rows of one of the tables of work (the numbers are those of core/exports.hpp), with their keys.
CREATE OR REPLACE FUNCTION baton_ns.export_work(the_table int, after text[], room bigint, end_of_log bigint)
RETURNS TABLE (exported json, its_key text[]) LANGUAGE plpgsql STABLE AS $$
DECLARE
  after_name text := coalesce(after[1], '');
  after_task uuid := baton_ns.key_task(after[1]);
  after_number bigint := baton_ns.key_number(after[cardinality(after)]);
BEGIN
  CASE the_table
    WHEN 0 THEN
      RETURN QUERY
      SELECT json_build_object('position', end_of_log, 'seq', c.last_seq, 'all_paused', m.all_paused), ARRAY['meta']
      FROM baton_ns.meta m, baton_ns.counters() c WHERE after_name = '';
    WHEN 1 THEN
      RETURN QUERY
      SELECT row_to_json(baton_ns.find_agent(a.id)), ARRAY[a.id]
      FROM baton_ns.agents a WHERE a.id > after_name ORDER BY a.id LIMIT room;
    WHEN 2 THEN
      RETURN QUERY
      SELECT row_to_json(t), ARRAY[t.seq::text]
      FROM baton_ns.tasks t WHERE t.seq > after_number ORDER BY t.seq LIMIT room;
    WHEN 3 THEN
      RETURN QUERY
      SELECT json_build_object('dependency', d.dependency, 'dependant', d.dependant),
             ARRAY[d.dependency::text, d.seq::text]
      FROM baton_ns.dependencies d WHERE (d.dependency, d.seq) > (after_task, after_number)
      ORDER BY d.dependency, d.seq LIMIT room;
    WHEN 4 THEN
      RETURN QUERY
      SELECT row_to_json(l), ARRAY[l.task::text, l.attempt::text]
      FROM baton_ns.late_results l WHERE (l.task, l.attempt) > (after_task, after_number)
      ORDER BY l.task, l.attempt LIMIT room;
    WHEN 5 THEN
      RETURN QUERY
      SELECT row_to_json(k), ARRAY[k.key] FROM baton_ns.keys k WHERE k.key > after_name ORDER BY k.key LIMIT room;
    WHEN 6 THEN
      RETURN QUERY
      SELECT row_to_json(p), ARRAY[p.lane]
      FROM baton_ns.paused_lanes p WHERE p.lane > after_name ORDER BY p.lane LIMIT room;
    WHEN 7 THEN
      RETURN QUERY
      SELECT baton_ns.event_json(e), ARRAY[e.position::text]
      FROM baton_ns.events e WHERE e.position > after_number ORDER BY e.position LIMIT room;
    WHEN 8 THEN
      RETURN QUERY
      SELECT (to_jsonb(g) - '{pending,dead}'::text[])::json, ARRAY[g.name]
      FROM baton_ns.groups g WHERE g.name > after_name ORDER BY g.name LIMIT room;
    ELSE -- 9: pending deliveries, 10: dead letters
      RETURN QUERY
      SELECT json_build_object('group', d.grp, 'position', d.position, 'dead', d.dead, 'consumer', d.consumer,
                               'count', d.count, 'at', d.at, 'event', baton_ns.kept_event(d)),
             ARRAY[d.grp, d.position::text]
      FROM baton_ns.deliveries d WHERE d.dead = (the_table = 10) AND (d.grp, d.position) > (after_name, after_number)
      ORDER BY d.grp, d.position LIMIT room;
  END CASE;
END $$;

-- And of the others.
CREATE OR REPLACE FUNCTION baton_ns.export_shared(the_table int, after text[], room bigint)
RETURNS TABLE (exported json, its_key text[]) LANGUAGE plpgsql STABLE AS $$
DECLARE
  after_name text := coalesce(after[1], '');
  then_name text := coalesce(after[2], '');
  after_task uuid := baton_ns.key_task(after[1]);
  after_number bigint := baton_ns.key_number(after[cardinality(after)]);
BEGIN
  CASE the_table
    WHEN 11 THEN
      RETURN QUERY
      SELECT row_to_json(t), ARRAY[t.id] FROM baton_ns.threads t WHERE t.id > after_name ORDER BY t.id LIMIT room;
    WHEN 12 THEN
      RETURN QUERY
      SELECT json_build_object('thread', m.thread, 'message', baton_ns.message_json(m)), ARRAY[m.thread, m.number::text]
      FROM baton_ns.messages m WHERE (m.thread, m.number) > (after_name, after_number)
      ORDER BY m.thread, m.number LIMIT room;
    WHEN 13 THEN
      RETURN QUERY
      SELECT json_build_object('id', s.id, 'deadline', s.deadline), ARRAY[s.id]
      FROM baton_ns.sessions s WHERE s.id > after_name ORDER BY s.id LIMIT room;
    WHEN 14 THEN
      RETURN QUERY
      SELECT row_to_json(l), ARRAY[l.name] FROM baton_ns.locks l WHERE l.name > after_name ORDER BY l.name LIMIT room;
    WHEN 15 THEN
      RETURN QUERY
      SELECT row_to_json(r), ARRAY[r.task::text, r.attempt::text]
      FROM baton_ns.results r WHERE (r.task, r.attempt) > (after_task, after_number)
      ORDER BY r.task, r.attempt LIMIT room;
    WHEN 16 THEN
      RETURN QUERY
      SELECT row_to_json(c), ARRAY[c.id]
      FROM baton_ns.correlations c WHERE c.id > after_name ORDER BY c.id LIMIT room;
    WHEN 17 THEN
      RETURN QUERY
      SELECT json_build_object('correlation', s.correlation, 'signal', to_jsonb(s) - 'correlation'),
             ARRAY[s.correlation, s.name, s.version::text]
      FROM baton_ns.signals s WHERE (s.correlation, s.name, s.version) > (after_name, then_name, after_number)
      ORDER BY s.correlation, s.name, s.version LIMIT room;
    ELSE -- 18: records
      RETURN QUERY
      SELECT row_to_json(r), ARRAY[r.kind, r.key]
      FROM baton_ns.records r WHERE (r.kind, r.key) > (after_name, then_name) ORDER BY r.kind, r.key LIMIT room;
  END CASE;
END $$;

CREATE OR REPLACE FUNCTION baton_ns.export(v jsonb, last bigint) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  most bigint := v->>'limit';
  after text[] := ARRAY(SELECT jsonb_array_elements_text(v->'extra'->'key'));
  page json[] := '{}';
  room bigint;
BEGIN
  FOR the_table IN (v->'extra'->>'table')::int .. 18 LOOP
    room := most - cardinality(page);
    EXIT WHEN room = 0;
    IF the_table <= 10 THEN
      page := page || ARRAY(SELECT json_build_array(the_table, x.exported, x.its_key)
                            FROM baton_ns.export_work(the_table, after, room, last) x);
    ELSE
      page := page || ARRAY(SELECT json_build_array(the_table, x.exported, x.its_key)
                            FROM baton_ns.export_shared(the_table, after, room) x);
    END IF;
    after := '{}';
  END LOOP;
  RETURN baton_ns.done(array_to_json(page));
END $$;
