-- correlations.sql: the version is compared and raised in one step, so of two orchestrators one is told that it was too
-- late; the last expected signal makes a correlation ready in the step that adds it.

-- With its signals.
CREATE OR REPLACE FUNCTION baton_ns.whole_correlation(the_correlation text) RETURNS json LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT row_to_json(w) FROM (
      SELECT c.*, ARRAY(SELECT json_build_object('name', s.name, 'version', s.version, 'body', s.body, 'at', s.at,
                                                 'late', s.late)
                        FROM baton_ns.signals s WHERE s.correlation = c.id ORDER BY s.name, s.version) AS signals
      FROM baton_ns.correlations c WHERE c.id = the_correlation) w);
END $$;

CREATE OR REPLACE FUNCTION baton_ns.is_expired(c baton_ns.correlations, clock bigint) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT coalesce(c.expires_at <= clock, false)
$$;

-- How many of the expected names have signalled.
CREATE OR REPLACE FUNCTION baton_ns.signals_in(c baton_ns.correlations) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT count(*) FROM unnest(c.expected) wanted
          WHERE EXISTS (SELECT FROM baton_ns.signals s WHERE s.correlation = c.id AND s.name = wanted));
END $$;

CREATE OR REPLACE FUNCTION baton_ns.log_correlation_changed(c baton_ns.correlations, before text, clock bigint)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM baton_ns.log(clock, 'correlation.changed', NULL, NULL, '{"correlation":' || baton_ns.quote(c.id) ||
                       ',"from":"' || before || '","to":"' || c.status || '","version":' || c.version ||
                       ',"step":' || baton_ns.quote(c.step) || '}');
END $$;

CREATE OR REPLACE FUNCTION baton_ns.move_correlation(c baton_ns.correlations, new_status text, clock bigint)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  moved baton_ns.correlations;
BEGIN
  UPDATE baton_ns.correlations o SET status = new_status, version = o.version + 1, updated_at = clock WHERE o.id = c.id
  RETURNING * INTO moved;
  PERFORM baton_ns.log_correlation_changed(moved, c.status, clock);
END $$;

-- Ends collecting if its time is over.
CREATE OR REPLACE FUNCTION baton_ns.time_out(the_correlation text, clock bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  known baton_ns.correlations;
BEGIN
  SELECT * INTO known FROM baton_ns.correlations c WHERE c.id = the_correlation;
  IF known.status = 'collecting' AND known.timeout_at <= clock THEN
    PERFORM baton_ns.move_correlation(
      known, CASE WHEN baton_ns.signals_in(known) >= known.min_agents THEN 'ready' ELSE 'failed' END, clock);
  END IF;
END $$;

CREATE OR REPLACE FUNCTION baton_ns.expire_correlation(the_correlation text, clock bigint) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM baton_ns.signals s WHERE s.correlation = the_correlation;
  DELETE FROM baton_ns.correlations c WHERE c.id = the_correlation;
  PERFORM baton_ns.log(clock, 'correlation.expired', NULL, NULL,
                       '{"correlation":' || baton_ns.quote(the_correlation) || '}');
END $$;

-- An equal opening answers with what it made; an expired one is removed first.
CREATE OR REPLACE FUNCTION baton_ns.open_correlation(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  known baton_ns.correlations;
BEGIN
  IF baton_ns.is_fenced_out(v->'fence', clock) THEN RETURN baton_ns.refuse('stale_lock', v->'fence'->>'lock'); END IF;
  SELECT * INTO known FROM baton_ns.correlations c WHERE c.id = v->>'id';
  IF FOUND THEN
    IF baton_ns.is_expired(known, clock) THEN
      PERFORM baton_ns.expire_correlation(known.id, clock);
    ELSIF known.digest <> v->'extra'->>'digest' THEN
      RETURN baton_ns.refuse('correlation_taken', known.id);
    ELSE
      RETURN baton_ns.done(baton_ns.whole_correlation(known.id));
    END IF;
  END IF;
  INSERT INTO baton_ns.correlations (id, status, version, expected, min_agents, timeout_at, pattern, document, digest,
                                     expires_at, created_at, updated_at)
  VALUES (v->>'id', 'collecting', 1, ARRAY(SELECT jsonb_array_elements_text(v->'expected')), (v->>'min_agents')::bigint,
          clock + (v->>'timeout_us')::bigint, coalesce(v->>'pattern', ''), coalesce(v->>'document', 'null'),
          v->'extra'->>'digest', clock + (v->>'ttl_us')::bigint, clock, clock);
  PERFORM baton_ns.log(clock, 'correlation.opened', NULL, NULL, '{"correlation":' || baton_ns.quote(v->>'id') ||
                       ',"pattern":' || baton_ns.quote(coalesce(v->>'pattern', '')) || '}');
  RETURN baton_ns.done(baton_ns.whole_correlation(v->>'id'));
END $$;

CREATE OR REPLACE FUNCTION baton_ns.get_correlation(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM baton_ns.correlations c WHERE c.id = v->>'id' AND NOT baton_ns.is_expired(c, clock)) THEN
    RETURN baton_ns.refuse('unknown_correlation', v->>'id');
  END IF;
  RETURN baton_ns.done(baton_ns.whole_correlation(v->>'id'));
END $$;

-- Added once per name and version.
CREATE OR REPLACE FUNCTION baton_ns.signal(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  the_version bigint := v->>'version';
  wanted text := coalesce(v->>'body', 'null');
  there text;
  late boolean;
  known baton_ns.correlations;
BEGIN
  IF baton_ns.is_fenced_out(v->'fence', clock) THEN RETURN baton_ns.refuse('stale_lock', v->'fence'->>'lock'); END IF;
  SELECT * INTO known FROM baton_ns.correlations c WHERE c.id = v->>'id' AND NOT baton_ns.is_expired(c, clock);
  IF NOT FOUND THEN RETURN baton_ns.refuse('unknown_correlation', v->>'id'); END IF;
  SELECT s.body INTO there FROM baton_ns.signals s
  WHERE s.correlation = known.id AND s.name = v->>'name' AND s.version = the_version;
  IF FOUND THEN
    IF there <> wanted THEN RETURN baton_ns.refuse('signal_taken', v->>'name', v->>'version'); END IF;
    RETURN baton_ns.done(baton_ns.whole_correlation(known.id));
  END IF;
  IF (SELECT count(*) FROM baton_ns.signals s WHERE s.correlation = known.id) >= 1000 THEN
    RETURN baton_ns.refuse('too_many_signals', known.id);
  END IF;
  PERFORM baton_ns.time_out(known.id, clock);
  UPDATE baton_ns.correlations c SET version = c.version + 1, updated_at = clock WHERE c.id = known.id
  RETURNING * INTO known;
  late := known.status <> 'collecting';
  INSERT INTO baton_ns.signals (correlation, name, version, body, at, late)
  VALUES (known.id, v->>'name', the_version, wanted, clock, late);
  PERFORM baton_ns.log(clock, 'correlation.signalled', NULL, NULL, '{"correlation":' || baton_ns.quote(known.id) ||
                       ',"signal":' || baton_ns.quote(v->>'name') || ',"version":' || the_version ||
                       ',"late":' || late || '}');
  IF NOT late AND baton_ns.signals_in(known) = cardinality(known.expected) THEN
    PERFORM baton_ns.move_correlation(known, 'ready', clock);
  END IF;
  RETURN baton_ns.done(baton_ns.whole_correlation(known.id));
END $$;

CREATE OR REPLACE FUNCTION baton_ns.advance(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  known baton_ns.correlations;
  new_status text;
  before text;
BEGIN
  IF baton_ns.is_fenced_out(v->'fence', clock) THEN RETURN baton_ns.refuse('stale_lock', v->'fence'->>'lock'); END IF;
  SELECT * INTO known FROM baton_ns.correlations c WHERE c.id = v->>'id' AND NOT baton_ns.is_expired(c, clock);
  IF NOT FOUND THEN RETURN baton_ns.refuse('unknown_correlation', v->>'id'); END IF;
  IF known.version <> (v->>'version')::bigint THEN
    RETURN baton_ns.refuse('version_differs', 'correlation ' || known.id, v->>'version', known.version::text);
  END IF;
  before := known.status;
  new_status := CASE WHEN v ? 'event' THEN v->'extra'->'to'->>before ELSE before END;
  IF new_status IS NULL THEN RETURN baton_ns.refuse('cannot_advance', before, v->>'event'); END IF;
  UPDATE baton_ns.correlations c
  SET status = new_status, version = c.version + 1, updated_at = clock, document = coalesce(v->>'document', c.document),
      step = coalesce(v->>'step', c.step), expires_at = coalesce(clock + (v->>'ttl_us')::bigint, c.expires_at)
  WHERE c.id = known.id RETURNING * INTO known;
  PERFORM baton_ns.log_correlation_changed(known, before, clock);
  RETURN baton_ns.done(baton_ns.whole_correlation(known.id));
END $$;

-- Without signals, by id; a page examines at most its limit.
CREATE OR REPLACE FUNCTION baton_ns.list_correlations(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  most int := v->>'limit';
  page baton_ns.correlations[] := ARRAY(SELECT c FROM baton_ns.correlations c WHERE c.id > coalesce(v->>'after', '')
                                         ORDER BY c.id LIMIT most + 1);
BEGIN
  RETURN baton_ns.done(json_build_object(
    'items', ARRAY(SELECT c FROM unnest(page[:most]) c
                   WHERE NOT baton_ns.is_expired(c, clock) AND c.status = coalesce(v->>'status', c.status)),
    'next', CASE WHEN cardinality(page) > most THEN page[most].id END));
END $$;
