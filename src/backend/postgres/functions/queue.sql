-- queue.sql: looking at the lines, and holding them up.

CREATE OR REPLACE FUNCTION baton_ns.queue_stats(v jsonb) RETURNS text LANGUAGE sql STABLE AS $$
  WITH page AS MATERIALIZED (
    SELECT l.lane, l.priority, l.depth, l.head, row_number() OVER (ORDER BY l.lane, l.priority) AS number
    FROM baton_ns.lines l
    WHERE l.depth > 0 AND (l.lane, l.priority) > (coalesce(v->'after'->>'lane', ''), coalesce((v->'after'->>'priority')::integer, -1))
    ORDER BY l.lane, l.priority LIMIT (v->>'limit')::bigint + 1)
  SELECT '0,' || json_build_object(
    'lines', coalesce((
      SELECT json_agg(json_build_object('lane', s.lane, 'priority', s.priority, 'depth', s.depth, 'oldest', t.created_at)
                      ORDER BY s.number)
      FROM page s JOIN baton_ns.ready r ON r.lane = s.lane AND r.priority = s.priority AND r.place = s.head
      JOIN baton_ns.tasks t ON t.id = r.task WHERE s.number <= (v->>'limit')::bigint), '[]'::json),
    'paused', coalesce((SELECT json_agg(p.lane ORDER BY p.lane) FROM baton_ns.paused_lanes p), '[]'::json),
    'all_paused', (SELECT m.all_paused FROM baton_ns.meta m),
    'next', CASE WHEN (SELECT count(*) FROM page) > (v->>'limit')::bigint THEN (
      SELECT json_build_object('lane', s.lane, 'priority', s.priority) FROM page s WHERE s.number = (v->>'limit')::bigint) END)::text
$$;

CREATE OR REPLACE FUNCTION baton_ns.peek(v jsonb) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT baton_ns.done(coalesce(json_agg(json_build_object('task', r.task, 'priority', r.priority, 'place', r.place)
                                         ORDER BY r.priority, r.place), '[]'::json))
  FROM (SELECT * FROM baton_ns.ready x WHERE x.lane = v->>'lane' ORDER BY x.priority, x.place LIMIT (v->>'limit')::bigint) r
$$;

CREATE OR REPLACE FUNCTION baton_ns.set_paused(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  wanted boolean := (v->>'paused')::boolean;
  event text := CASE WHEN wanted THEN 'queue.paused' ELSE 'queue.resumed' END;
BEGIN
  IF NOT v ? 'lane' THEN
    UPDATE baton_ns.meta m SET all_paused = wanted WHERE m.all_paused <> wanted;
    IF FOUND THEN PERFORM baton_ns.log(clock, event, NULL, NULL, '{}'); END IF;
    RETURN '0,{}';
  END IF;
  IF EXISTS (SELECT FROM baton_ns.paused_lanes p WHERE p.lane = v->>'lane') = wanted THEN RETURN '0,{}'; END IF;
  IF wanted AND NOT baton_ns.is_lane(v->>'lane') AND baton_ns.count_lanes() >= 1024 THEN
    RETURN baton_ns.refuse('too_many_lanes');
  END IF;
  IF wanted THEN
    INSERT INTO baton_ns.paused_lanes (lane) VALUES (v->>'lane');
  ELSE
    DELETE FROM baton_ns.paused_lanes p WHERE p.lane = v->>'lane';
  END IF;
  UPDATE baton_ns.lines l SET paused = wanted WHERE l.lane = v->>'lane';
  PERFORM baton_ns.log(clock, event, NULL, NULL, '{"lane":' || baton_ns.quote(v->>'lane') || '}');
  RETURN '0,{}';
END $$;
