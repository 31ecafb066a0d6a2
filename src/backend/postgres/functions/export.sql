-- export.sql: everything as rows, table by table, each in the order of its key, from where the last page ended. It looks only:
-- who wants one state across pages freezes the store.

-- Parts of a key. Nothing stands before what they are without one.
CREATE OR REPLACE FUNCTION baton_ns.key_number(part text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN part ~ '^[0-9]{1,18}$' THEN part::bigint ELSE -1 END
$$;
CREATE OR REPLACE FUNCTION baton_ns.key_task(part text) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN part ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN part
              ELSE '00000000-0000-0000-0000-000000000000' END::uuid
$$;

-- At most `room` rows of the tables of work: each with the number of its table (core/exports.hpp) and its key.
CREATE OR REPLACE FUNCTION baton_ns.export_work(the_table int, from_key text[], room int, last bigint) RETURNS json[]
LANGUAGE plpgsql STABLE AS $$
DECLARE
  after text := coalesce(from_key[1], '');
BEGIN
  CASE the_table
    WHEN 0 THEN
      RETURN ARRAY(SELECT json_build_array(the_table, json_build_object('position', last, 'seq', c.last_seq,
                                                                     'all_paused', m.all_paused), ARRAY['meta'])
                   FROM baton_ns.meta m, baton_ns.counters() c WHERE after = '');
    WHEN 1 THEN
      RETURN ARRAY(SELECT json_build_array(the_table, to_jsonb(a) || jsonb_build_object(
                                             'deadline', coalesce(b.deadline, a.deadline)), ARRAY[a.id])
                   FROM baton_ns.agents a LEFT JOIN baton_ns.beats b ON b.agent = a.id
                   WHERE a.id > after ORDER BY a.id LIMIT room);
    WHEN 2 THEN
      RETURN ARRAY(SELECT json_build_array(the_table, t, ARRAY[t.seq::text]) FROM baton_ns.tasks t
                   WHERE t.seq > baton_ns.key_number(after) ORDER BY t.seq LIMIT room);
    WHEN 3 THEN
      RETURN ARRAY(SELECT json_build_array(the_table, to_jsonb(d) - 'seq', ARRAY[d.dependency::text, d.seq::text])
                   FROM baton_ns.dependencies d
                   WHERE (d.dependency, d.seq) > (baton_ns.key_task(after), baton_ns.key_number(from_key[2]))
                   ORDER BY d.dependency, d.seq LIMIT room);
    WHEN 4 THEN
      RETURN ARRAY(SELECT json_build_array(the_table, r, ARRAY[r.task::text, r.attempt::text]) FROM baton_ns.late_results r
                   WHERE (r.task, r.attempt) > (baton_ns.key_task(after), baton_ns.key_number(from_key[2]))
                   ORDER BY r.task, r.attempt LIMIT room);
    WHEN 5 THEN
      RETURN ARRAY(SELECT json_build_array(the_table, k, ARRAY[k.key]) FROM baton_ns.keys k
                   WHERE k.key > after ORDER BY k.key LIMIT room);
    WHEN 6 THEN
      RETURN ARRAY(SELECT json_build_array(the_table, p, ARRAY[p.lane]) FROM baton_ns.paused_lanes p
                   WHERE p.lane > after ORDER BY p.lane LIMIT room);
    WHEN 7 THEN
      RETURN ARRAY(SELECT json_build_array(the_table, baton_ns.event_json(e), ARRAY[e.position::text]) FROM baton_ns.events e
                   WHERE e.position > baton_ns.key_number(after) ORDER BY e.position LIMIT room);
    WHEN 8 THEN
      RETURN ARRAY(SELECT json_build_array(the_table, to_jsonb(g) - '{pending,dead}'::text[], ARRAY[g.name])
                   FROM baton_ns.groups g WHERE g.name > after ORDER BY g.name LIMIT room);
    ELSE
      RETURN ARRAY(SELECT json_build_array(the_table, json_build_object('group', d.grp, 'position', d.position, 'dead', d.dead,
                                                                     'consumer', d.consumer, 'count', d.count, 'at', d.at,
                                                                     'event', baton_ns.kept_event(d)),
                                           ARRAY[d.grp, d.position::text])
                   FROM baton_ns.deliveries d
                   WHERE (d.grp, d.position) > (after, baton_ns.key_number(from_key[2])) AND d.dead = (the_table = 10)
                   ORDER BY d.grp, d.position LIMIT room);
  END CASE;
END $$;

-- And of the others.
CREATE OR REPLACE FUNCTION baton_ns.export_shared(the_table int, from_key text[], room int) RETURNS json[]
LANGUAGE plpgsql STABLE AS $$
DECLARE
  after text := coalesce(from_key[1], '');
BEGIN
  CASE the_table
    WHEN 11 THEN
      RETURN ARRAY(SELECT json_build_array(the_table, t, ARRAY[t.id]) FROM baton_ns.threads t
                   WHERE t.id > after ORDER BY t.id LIMIT room);
    WHEN 12 THEN
      RETURN ARRAY(SELECT json_build_array(the_table, json_build_object('thread', m.thread, 'message', baton_ns.message_json(m)),
                                           ARRAY[m.thread, m.number::text])
                   FROM baton_ns.messages m WHERE (m.thread, m.number) > (after, baton_ns.key_number(from_key[2]))
                   ORDER BY m.thread, m.number LIMIT room);
    WHEN 13 THEN
      RETURN ARRAY(SELECT json_build_array(the_table, json_build_object('id', s.id, 'deadline', s.deadline), ARRAY[s.id])
                   FROM baton_ns.sessions s WHERE s.id > after ORDER BY s.id LIMIT room);
    WHEN 14 THEN
      RETURN ARRAY(SELECT json_build_array(the_table, l, ARRAY[l.name]) FROM baton_ns.locks l
                   WHERE l.name > after ORDER BY l.name LIMIT room);
    WHEN 15 THEN
      RETURN ARRAY(SELECT json_build_array(the_table, r, ARRAY[r.task::text, r.attempt::text]) FROM baton_ns.results r
                   WHERE (r.task, r.attempt) > (baton_ns.key_task(after), baton_ns.key_number(from_key[2]))
                   ORDER BY r.task, r.attempt LIMIT room);
    WHEN 16 THEN
      RETURN ARRAY(SELECT json_build_array(the_table, c, ARRAY[c.id]) FROM baton_ns.correlations c
                   WHERE c.id > after ORDER BY c.id LIMIT room);
    WHEN 17 THEN
      RETURN ARRAY(SELECT json_build_array(the_table, json_build_object('correlation', s.correlation,
                                                                     'signal', to_jsonb(s) - 'correlation'),
                                           ARRAY[s.correlation, s.name, s.version::text])
                   FROM baton_ns.signals s
                   WHERE (s.correlation, s.name, s.version) > (after, coalesce(from_key[2], ''), baton_ns.key_number(from_key[3]))
                   ORDER BY s.correlation, s.name, s.version LIMIT room);
    ELSE
      RETURN ARRAY(SELECT json_build_array(the_table, r, ARRAY[r.kind, r.key]) FROM baton_ns.records r
                   WHERE (r.kind, r.key) > (after, coalesce(from_key[2], '')) ORDER BY r.kind, r.key LIMIT room);
  END CASE;
END $$;

CREATE OR REPLACE FUNCTION baton_ns.export(v jsonb, last bigint) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  most int := v->>'limit';
  from_key text[] := ARRAY(SELECT jsonb_array_elements_text(v->'extra'->'key'));
  page json[] := '{}';
BEGIN
  FOR the_table IN (v->'extra'->>'table')::int .. 18 LOOP
    EXIT WHEN cardinality(page) = most;
    page := page || CASE WHEN the_table < 11 THEN baton_ns.export_work(the_table, from_key, most - cardinality(page), last)
                         ELSE baton_ns.export_shared(the_table, from_key, most - cardinality(page)) END;
    from_key := '{}';
  END LOOP;
  RETURN baton_ns.done(array_to_json(page));
END $$;
