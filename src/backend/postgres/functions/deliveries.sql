-- deliveries.sql: a delivery is hidden in the step that hands it out, so two consumers never get it at the same time.

-- Ends a pending delivery: a dead letter, or dropped and counted if its event is gone.
CREATE OR REPLACE FUNCTION baton_ns.give_up(the_group text, the_position bigint, clock bigint) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  times bigint;
BEGIN
  UPDATE baton_ns.deliveries d
  SET event_at = e.at, event_type = e.event_type, event_task = e.task_id, event_agent = e.agent_id,
      event_payload = e.payload
  FROM baton_ns.events e
  WHERE d.grp = the_group AND NOT d.dead AND d.position = the_position AND d.event_at IS NULL
    AND e.position = the_position;
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
CREATE OR REPLACE FUNCTION baton_ns.redeliver(g baton_ns.groups, the_position bigint, the_consumer text, clock bigint)
RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  held baton_ns.deliveries;
  event json;
BEGIN
  SELECT * INTO held FROM baton_ns.deliveries d WHERE d.grp = g.name AND NOT d.dead AND d.position = the_position;
  IF held.count >= g.max_deliveries THEN
    PERFORM baton_ns.give_up(g.name, the_position, clock);
    RETURN NULL;
  END IF;
  event := coalesce(baton_ns.kept_event(held),
                    (SELECT baton_ns.event_json(e) FROM baton_ns.events e WHERE e.position = the_position));
  IF event IS NULL THEN
    PERFORM baton_ns.lose(g.name, the_position);
    RETURN NULL;
  END IF;
  UPDATE baton_ns.deliveries d
  SET consumer = the_consumer, count = d.count + 1, at = clock + g.visibility_us, last = d.count + 1 >= g.max_deliveries
  WHERE d.grp = g.name AND NOT d.dead AND d.position = the_position;
  RETURN json_build_object('event', event, 'count', held.count + 1);
END $$;

-- Hands out the next events that the group has not seen.
CREATE OR REPLACE FUNCTION baton_ns.deliver_new(g baton_ns.groups, the_consumer text, most bigint, clock bigint)
RETURNS json[] LANGUAGE plpgsql AS $$
DECLARE
  given json[];
  reached bigint;
BEGIN
  WITH fresh AS (
    SELECT e.position, e.at, e.event_type, e.task_id, e.agent_id, e.payload FROM baton_ns.events e
    WHERE e.position > g.cursor ORDER BY e.position LIMIT most
  ), hidden AS (
    INSERT INTO baton_ns.deliveries (grp, dead, position, consumer, count, at, last)
    SELECT g.name, false, f.position, the_consumer, 1, clock + g.visibility_us, g.max_deliveries = 1 FROM fresh f
  )
  SELECT array_agg(row_to_json(d) ORDER BY (d.event).position), max((d.event).position)
  INTO given, reached FROM (SELECT f AS event, 1 AS count FROM fresh f) d;
  IF reached IS NOT NULL THEN
    UPDATE baton_ns.groups o SET cursor = reached, pending = o.pending + cardinality(given) WHERE o.name = g.name;
  END IF;
  RETURN given;
END $$;

-- The first positions whose deliveries have lapsed: mostly they are the oldest that are pending; else they are searched
-- among all that have lapsed.
CREATE OR REPLACE FUNCTION baton_ns.lapsed(the_group text, most bigint, clock bigint) RETURNS bigint[]
LANGUAGE plpgsql STABLE AS $$
DECLARE
  oldest bigint[];
BEGIN
  IF NOT EXISTS (SELECT FROM baton_ns.deliveries d WHERE d.grp = the_group AND NOT d.dead AND d.at <= clock) THEN
    RETURN '{}';
  END IF;
  oldest := ARRAY(SELECT o.position FROM (
                    SELECT d.position, d.at FROM baton_ns.deliveries d WHERE d.grp = the_group AND NOT d.dead
                    ORDER BY d.position LIMIT 2 * most) o
                  WHERE o.at <= clock ORDER BY o.position LIMIT most);
  IF cardinality(oldest) = most THEN RETURN oldest; END IF;
  RETURN ARRAY(WITH due AS MATERIALIZED (
                 SELECT d.position FROM baton_ns.deliveries d WHERE d.grp = the_group AND NOT d.dead AND d.at <= clock)
               SELECT u.position FROM due u ORDER BY u.position LIMIT most);
END $$;

-- Lapsed deliveries first, then new ones.
CREATE OR REPLACE FUNCTION baton_ns.read_group(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  most bigint := v->>'limit';
  known baton_ns.groups;
  here bigint;
  again json;
  given json[] := '{}';
BEGIN
  SELECT * INTO known FROM baton_ns.groups g WHERE g.name = v->>'group';
  IF NOT FOUND THEN RETURN baton_ns.refuse('unknown_group', v->>'group'); END IF;
  FOREACH here IN ARRAY baton_ns.lapsed(known.name, most, clock) LOOP
    again := baton_ns.redeliver(known, here, v->>'consumer', clock);
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
  the_group text := v->>'group';
  here bigint;
  acknowledged bigint := 0;
BEGIN
  IF NOT baton_ns.is_group(the_group) THEN RETURN baton_ns.refuse('unknown_group', the_group); END IF;
  FOREACH here IN ARRAY baton_ns.numbers(v->'positions') LOOP
    DELETE FROM baton_ns.deliveries d WHERE d.grp = the_group AND NOT d.dead AND d.position = here;
    acknowledged := acknowledged + FOUND::int;
  END LOOP;
  IF acknowledged > 0 THEN
    UPDATE baton_ns.groups g SET pending = g.pending - acknowledged WHERE g.name = the_group;
  END IF;
  RETURN baton_ns.done(to_json(acknowledged));
END $$;

-- Dead letters become pending, visible at once, with a fresh count; they keep their copy of the event.
CREATE OR REPLACE FUNCTION baton_ns.redrive(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  the_group text := v->>'group';
  dry_run boolean := coalesce((v->>'dry_run')::boolean, false);
  chosen bigint[] := ARRAY(SELECT DISTINCT unnest(baton_ns.numbers(v->'positions')));
  here bigint;
  driven bigint := 0;
BEGIN
  IF NOT baton_ns.is_group(the_group) THEN RETURN baton_ns.refuse('unknown_group', the_group); END IF;
  IF cardinality(chosen) = 0 THEN
    chosen := ARRAY(SELECT d.position FROM baton_ns.deliveries d WHERE d.grp = the_group AND d.dead
                    ORDER BY d.position LIMIT (v->>'limit')::bigint);
  END IF;
  FOREACH here IN ARRAY chosen LOOP
    IF dry_run THEN
      PERFORM FROM baton_ns.deliveries d WHERE d.grp = the_group AND d.dead AND d.position = here;
    ELSE
      UPDATE baton_ns.deliveries d SET dead = false, count = 0, at = clock
      WHERE d.grp = the_group AND d.dead AND d.position = here;
    END IF;
    driven := driven + FOUND::int;
  END LOOP;
  IF driven > 0 AND NOT dry_run THEN
    UPDATE baton_ns.groups g SET pending = g.pending + driven, dead = g.dead - driven WHERE g.name = the_group;
  END IF;
  RETURN baton_ns.done(to_json(driven));
END $$;
