-- results.sql: written once: only a result that has expired gives way.

CREATE OR REPLACE FUNCTION baton_ns.set_result(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  the_task uuid := v->>'task';
  the_attempt bigint := v->>'attempt';
  wanted text := coalesce(v->>'value', 'null');
  there text;
BEGIN
  IF baton_ns.is_fenced_out(v->'fence', clock) THEN RETURN baton_ns.refuse('stale_lock', v->'fence'->>'lock'); END IF;
  INSERT INTO baton_ns.results AS r (task, attempt, value, expires_at)
  VALUES (the_task, the_attempt, wanted, clock + (v->>'ttl_us')::bigint)
  ON CONFLICT (task, attempt) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at
  WHERE r.expires_at <= clock;
  IF NOT FOUND THEN
    SELECT r.value INTO there FROM baton_ns.results r WHERE r.task = the_task AND r.attempt = the_attempt;
    IF there <> wanted THEN RETURN baton_ns.refuse('result_taken', v->>'task', v->>'attempt'); END IF;
  END IF;
  RETURN baton_ns.done('{}');
END $$;

CREATE OR REPLACE FUNCTION baton_ns.get_result(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  known baton_ns.results;
BEGIN
  SELECT * INTO known FROM baton_ns.results r WHERE r.task = (v->>'task')::uuid AND r.attempt = (v->>'attempt')::bigint;
  RETURN baton_ns.done(CASE WHEN known.expires_at > clock THEN to_json(known.value) END);
END $$;
