-- groups.sql: `pending` and `dead` of a group change in the step that changes the deliveries they count.

CREATE OR REPLACE FUNCTION baton_ns.group_json(g baton_ns.groups, last bigint) RETURNS json
LANGUAGE plpgsql STABLE AS $$
DECLARE
  oldest bigint := (SELECT d.position FROM baton_ns.deliveries d WHERE d.grp = g.name AND NOT d.dead
                    ORDER BY d.position LIMIT 1);
BEGIN
  RETURN json_build_object('name', g.name, 'cursor', g.cursor, 'visibility_us', g.visibility_us,
                           'max_deliveries', g.max_deliveries, 'pending', g.pending, 'dead', g.dead,
                           'dropped', g.dropped, 'oldest_pending', coalesce(oldest, 0),
                           'lag', greatest(last - g.cursor, 0), 'created_at', g.created_at);
END $$;

-- The copy of the event that a delivery keeps once it has been dead.
CREATE OR REPLACE FUNCTION baton_ns.kept_event(d baton_ns.deliveries) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN d.event_at IS NOT NULL THEN
    json_build_object('position', d.position, 'at', d.event_at, 'event_type', d.event_type, 'task_id', d.event_task,
                      'agent_id', d.event_agent, 'payload', d.event_payload)
  END
$$;

CREATE OR REPLACE FUNCTION baton_ns.numbers(list jsonb) RETURNS bigint[] LANGUAGE sql STABLE AS $$
  SELECT translate(coalesce(list, '[]')::text, '[]', '{}')::bigint[]
$$;

CREATE OR REPLACE FUNCTION baton_ns.is_group(the_group text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM baton_ns.groups g WHERE g.name = the_group);
END $$;

-- Another bound is another last delivery of what is pending.
CREATE OR REPLACE FUNCTION baton_ns.update_group(v jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  most bigint := v->>'max_deliveries';
BEGIN
  UPDATE baton_ns.deliveries d SET last = d.count >= most
  WHERE d.grp = v->>'group' AND NOT d.dead AND d.last <> (d.count >= most);
  UPDATE baton_ns.groups g SET visibility_us = (v->>'visibility_us')::bigint, max_deliveries = most
  WHERE g.name = v->>'group';
END $$;

-- Get or create; an update leaves what the group has. The cursor never points behind what the log still has.
CREATE OR REPLACE FUNCTION baton_ns.put_group(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  last bigint := coalesce(pg_sequence_last_value('baton_ns.positions'), 0);
  first bigint := baton_ns.first_position();
  oldest bigint := CASE WHEN first > 0 THEN first - 1 ELSE last END;
  made baton_ns.groups;
BEGIN
  IF (v->>'update')::boolean THEN PERFORM baton_ns.update_group(v); END IF;
  SELECT * INTO made FROM baton_ns.groups g WHERE g.name = v->>'group';
  IF FOUND THEN RETURN baton_ns.done(baton_ns.group_json(made, last)); END IF;
  IF (SELECT count(*) FROM baton_ns.groups) >= 64 THEN RETURN baton_ns.refuse('too_many_groups'); END IF;
  INSERT INTO baton_ns.groups (name, cursor, visibility_us, max_deliveries, created_at)
  VALUES (v->>'group', greatest(oldest, least((v->>'after')::bigint, last)), (v->>'visibility_us')::bigint,
          (v->>'max_deliveries')::bigint, clock)
  RETURNING * INTO made;
  RETURN baton_ns.done(baton_ns.group_json(made, last));
END $$;

-- The group goes with all that it held.
CREATE OR REPLACE FUNCTION baton_ns.drop_group(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM baton_ns.groups g WHERE g.name = v->>'group';
  IF NOT FOUND THEN RETURN baton_ns.done('false'); END IF;
  DELETE FROM baton_ns.deliveries d WHERE d.grp = v->>'group';
  RETURN baton_ns.done('true');
END $$;

CREATE OR REPLACE FUNCTION baton_ns.list_groups(last bigint) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN baton_ns.done((SELECT coalesce(json_agg(baton_ns.group_json(g, last) ORDER BY g.name), '[]')
                        FROM baton_ns.groups g));
END $$;

CREATE OR REPLACE FUNCTION baton_ns.inspect_group(v jsonb, last bigint) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  most int := v->>'limit';
  known baton_ns.groups;
  held baton_ns.deliveries[];
BEGIN
  SELECT * INTO known FROM baton_ns.groups g WHERE g.name = v->>'group';
  IF NOT FOUND THEN RETURN baton_ns.refuse('unknown_group', v->>'group'); END IF;
  held := ARRAY(SELECT d FROM baton_ns.deliveries d
                WHERE d.grp = known.name AND NOT d.dead AND d.position > coalesce((v->>'after')::bigint, 0)
                ORDER BY d.position LIMIT most + 1);
  RETURN baton_ns.done(json_build_object(
    'group', baton_ns.group_json(known, last),
    'pending', ARRAY(SELECT json_build_object('position', d.position, 'consumer', d.consumer, 'count', d.count,
                                              'visible_at', d.at) FROM unnest(held[:most]) d),
    'next', CASE WHEN cardinality(held) > most THEN held[most].position END));
END $$;

-- A page of what was given up, with its events, by position.
CREATE OR REPLACE FUNCTION baton_ns.dead_letters(v jsonb) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  most int := v->>'limit';
  letters baton_ns.deliveries[];
BEGIN
  IF NOT baton_ns.is_group(v->>'group') THEN RETURN baton_ns.refuse('unknown_group', v->>'group'); END IF;
  letters := ARRAY(SELECT d FROM baton_ns.deliveries d
                   WHERE d.grp = v->>'group' AND d.dead AND d.position > coalesce((v->>'after')::bigint, 0)
                   ORDER BY d.position LIMIT most + 1);
  RETURN baton_ns.done(json_build_object(
    'items', ARRAY(SELECT json_build_object('event', baton_ns.kept_event(d), 'count', d.count, 'consumer', d.consumer,
                                            'at', d.at) FROM unnest(letters[:most]) d),
    'next', CASE WHEN cardinality(letters) > most THEN letters[most].position END));
END $$;
