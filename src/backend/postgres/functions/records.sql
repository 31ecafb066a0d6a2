-- records.sql: the version is compared and raised in one step; the call's own repeat is recognised by its body.

CREATE OR REPLACE FUNCTION baton_ns.put_record(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  wanted text := coalesce(v->>'body', 'null');
  expected bigint := v->>'expected';
  made baton_ns.records;
BEGIN
  IF baton_ns.is_fenced_out(v->'fence', clock) THEN RETURN baton_ns.refuse('stale_lock', v->'fence'->>'lock'); END IF;
  SELECT * INTO made FROM baton_ns.records r
  WHERE r.kind = v->>'kind' AND r.key = v->>'key' AND coalesce(r.expires_at > clock, true);
  IF NOT FOUND THEN made := (v->>'kind', v->>'key', 0, wanted, clock, clock, NULL); END IF;
  IF expected <> made.version THEN
    IF made.version = expected + 1 AND made.body = wanted THEN RETURN baton_ns.done(row_to_json(made)); END IF;
    RETURN baton_ns.refuse('version_differs', 'record ' || made.key, expected::text, made.version::text);
  END IF;
  made.version := made.version + 1;
  made.body := wanted;
  made.updated_at := clock;
  made.expires_at := clock + (v->>'ttl_us')::bigint;
  IF made.expires_at <= clock THEN
    DELETE FROM baton_ns.records r WHERE r.kind = made.kind AND r.key = made.key;
  ELSE
    PERFORM baton_ns.store_record(made);
  END IF;
  RETURN baton_ns.done(row_to_json(made));
END $$;

CREATE OR REPLACE FUNCTION baton_ns.store_record(made baton_ns.records) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO baton_ns.records SELECT made.*
  ON CONFLICT (kind, key) DO UPDATE
  SET version = excluded.version, body = excluded.body, created_at = excluded.created_at,
      updated_at = excluded.updated_at, expires_at = excluded.expires_at;
END $$;

CREATE OR REPLACE FUNCTION baton_ns.get_record(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  known baton_ns.records;
BEGIN
  SELECT * INTO known FROM baton_ns.records r
  WHERE r.kind = v->>'kind' AND r.key = v->>'key' AND coalesce(r.expires_at > clock, true);
  IF NOT FOUND THEN RETURN baton_ns.refuse('unknown_record', v->>'kind', v->>'key'); END IF;
  RETURN baton_ns.done(row_to_json(known));
END $$;

-- Of one kind by key; a page examines at most its limit.
CREATE OR REPLACE FUNCTION baton_ns.list_records(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  most int := v->>'limit';
  page baton_ns.records[] := ARRAY(SELECT r FROM baton_ns.records r
                                    WHERE r.kind = v->>'kind' AND r.key > coalesce(v->>'after', '')
                                    ORDER BY r.key LIMIT most + 1);
BEGIN
  RETURN baton_ns.done(json_build_object(
    'items', ARRAY(SELECT r FROM unnest(page[:most]) r WHERE coalesce(r.expires_at > clock, true)),
    'next', CASE WHEN cardinality(page) > most THEN page[most].key END));
END $$;
