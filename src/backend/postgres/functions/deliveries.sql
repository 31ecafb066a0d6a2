-- deliveries.sql: lapsed deliveries first, then new ones; what was handed out too often becomes a dead letter with its event.

-- Ends a pending delivery: a dead letter, or dropped and counted if its event is gone.
CREATE OR REPLACE FUNCTION baton_ns.give_up(the_group text, the_position bigint, clock bigint) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  times bigint;
BEGIN
  UPDATE baton_ns.deliveries d
  SET event_at = e.at, event_type = e.event_type, event_task = e.task_id, event_agent = e.agent_id, event_payload = e.payload
  FROM baton_ns.events e
  WHERE d.grp = the_group AND NOT d.dead AND d.position = the_position AND d.event_at IS NULL AND e.position = the_position;
  UPDATE baton_ns.deliveries d SET dead = true, at = clock, last = false
  WHERE d.grp = the_group AND NOT d.dead AND d.position = the_position AND d.event_at IS NOT NULL
  RETURNING d.count INTO times;
  IF FOUND THEN
    UPDATE baton_ns.groups g SET pending = g.pending - 1, dead = g.dead + 1 WHERE g.name = the_group;
    PERFORM baton_ns.log(clock, 'group.dead_lettered', NULL, NULL, '{"group":' || baton_ns.quote(the_group) ||
                         ',"position":' || the_position || ',"count":' || times || '}');
  ELSE
    PERFORM baton_ns.lose(the_group, the_position);
  END IF;
END $$;

-- Drops a pending delivery whose event is gone.
CREATE OR REPLACE FUNCTION baton_ns.lose(the_group text, the_position bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM baton_ns.deliveries d WHERE d.grp = the_group AND NOT d.dead AND d.position = the_position;
  UPDATE baton_ns.groups g SET pending = g.pending - 1, dropped = g.dropped + 1 WHERE g.name = the_group;
END $$;

-- Hands a lapsed delivery out again; null if it came to its end.
CREATE OR REPLACE FUNCTION baton_ns.redeliver(d baton_ns.deliveries, g baton_ns.groups, the_consumer text, clock bigint)
RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  event json;
BEGIN
  IF d.count >= g.max_deliveries THEN
    PERFORM baton_ns.give_up(d.grp, d.position, clock);
    RETURN NULL;
  END IF;
  event := coalesce(baton_ns.kept_event(d),
                    (SELECT baton_ns.event_json(e) FROM baton_ns.events e WHERE e.position = d.position));
  IF event IS NULL THEN
    PERFORM baton_ns.lose(d.grp, d.position);
    RETURN NULL;
  END IF;
  UPDATE baton_ns.deliveries o
  SET consumer = the_consumer, count = d.count + 1, at = clock + g.visibility_us, last = d.count + 1 >= g.max_deliveries
  WHERE o.grp = d.grp AND NOT o.dead AND o.position = d.position;
  RETURN json_build_object('event', event, 'count', d.count + 1);
END $$;

-- Hands out the next events that the group has not seen.
CREATE OR REPLACE FUNCTION baton_ns.deliver_new(g baton_ns.groups, the_consumer text, most bigint, clock bigint) RETURNS json[]
LANGUAGE plpgsql AS $$
DECLARE
  given json[];
  reached bigint;
BEGIN
  WITH fresh AS (
    SELECT e.* FROM baton_ns.events e WHERE e.position > g.cursor ORDER BY e.position LIMIT most
  ), hidden AS (
    INSERT INTO baton_ns.deliveries (grp, dead, position, consumer, count, at, last)
    SELECT g.name, false, f.position, the_consumer, 1, clock + g.visibility_us, g.max_deliveries = 1 FROM fresh f
  )
  SELECT array_agg(json_build_object('event', baton_ns.event_json(f), 'count', 1) ORDER BY f.position), max(f.position)
  INTO given, reached FROM fresh f;
  IF reached IS NOT NULL THEN
    UPDATE baton_ns.groups o SET cursor = reached, pending = o.pending + cardinality(given) WHERE o.name = g.name;
  END IF;
  RETURN given;
END $$;

CREATE OR REPLACE FUNCTION baton_ns.read_group(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  most bigint := v->>'limit';
  known baton_ns.groups;
  lapsed baton_ns.deliveries;
  again json;
  given json[] := '{}';
BEGIN
  SELECT * INTO known FROM baton_ns.groups g WHERE g.name = v->>'group';
  IF NOT FOUND THEN RETURN baton_ns.refuse('unknown_group', v->>'group'); END IF;
  FOR lapsed IN SELECT * FROM baton_ns.deliveries d WHERE d.grp = known.name AND NOT d.dead AND d.at <= clock
                ORDER BY d.position LIMIT most LOOP
    again := baton_ns.redeliver(lapsed, known, v->>'consumer', clock);
    IF again IS NOT NULL THEN given := given || again; END IF;
  END LOOP;
  IF cardinality(given) < most THEN
    given := given || baton_ns.deliver_new(known, v->>'consumer', most - cardinality(given), clock);
  END IF;
  RETURN baton_ns.done(array_to_json(given));
END $$;

-- Settles what is pending, whoever holds it; a repeat finds nothing.
CREATE OR REPLACE FUNCTION baton_ns.ack(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  acknowledged bigint;
BEGIN
  IF NOT baton_ns.is_group(v->>'group') THEN RETURN baton_ns.refuse('unknown_group', v->>'group'); END IF;
  DELETE FROM baton_ns.deliveries d
  WHERE d.grp = v->>'group' AND NOT d.dead AND d.position = ANY (baton_ns.numbers(v->'positions'));
  GET DIAGNOSTICS acknowledged = ROW_COUNT;
  IF acknowledged > 0 THEN
    UPDATE baton_ns.groups g SET pending = g.pending - acknowledged WHERE g.name = v->>'group';
  END IF;
  RETURN baton_ns.done(to_json(acknowledged));
END $$;

-- Dead letters become pending, visible at once, with a fresh count; they keep their copy of the event.
CREATE OR REPLACE FUNCTION baton_ns.redrive(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  chosen bigint[] := baton_ns.numbers(v->'positions');
  driven bigint;
BEGIN
  IF NOT baton_ns.is_group(v->>'group') THEN RETURN baton_ns.refuse('unknown_group', v->>'group'); END IF;
  IF cardinality(chosen) = 0 THEN
    chosen := ARRAY(SELECT d.position FROM baton_ns.deliveries d WHERE d.grp = v->>'group' AND d.dead
                    ORDER BY d.position LIMIT (v->>'limit')::bigint);
  END IF;
  IF (v->>'dry_run')::boolean THEN
    RETURN baton_ns.done((SELECT to_json(count(*)) FROM baton_ns.deliveries d
                          WHERE d.grp = v->>'group' AND d.dead AND d.position = ANY (chosen)));
  END IF;
  UPDATE baton_ns.deliveries d SET dead = false, count = 0, at = clock
  WHERE d.grp = v->>'group' AND d.dead AND d.position = ANY (chosen);
  GET DIAGNOSTICS driven = ROW_COUNT;
  UPDATE baton_ns.groups g SET pending = g.pending + driven, dead = g.dead - driven
  WHERE g.name = v->>'group' AND driven > 0;
  RETURN baton_ns.done(to_json(driven));
END $$;
