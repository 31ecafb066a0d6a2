-- log.sql: events are read no further than where the log ended when the call began, so a page and its `last` agree.

CREATE OR REPLACE FUNCTION baton_ns.event_json(e baton_ns.events) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object('position', e.position, 'at', e.at, 'event_type', e.event_type, 'task_id', e.task_id,
                           'agent_id', e.agent_id, 'payload', e.payload)
$$;

CREATE OR REPLACE FUNCTION baton_ns.first_position() RETURNS bigint LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN coalesce((SELECT e.position FROM baton_ns.events e ORDER BY e.position LIMIT 1), 0);
END $$;

-- Examines at most 1000 events behind a position.
CREATE OR REPLACE FUNCTION baton_ns.read_log(v jsonb, last bigint) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  types jsonb := nullif(v->'types', '[]');
  wanted_task uuid := v->>'task';
  wanted_agent text := v->>'agent';
  from_position bigint := coalesce((v->>'after')::bigint, 0);
  most bigint := v->>'limit';
  page bigint := CASE WHEN types IS NULL AND wanted_task IS NULL AND wanted_agent IS NULL THEN most ELSE 1000 END;
  answer record;
BEGIN
  WITH examined AS (
    SELECT e.* FROM baton_ns.events e WHERE e.position > from_position AND e.position <= last
    ORDER BY e.position LIMIT page
  ), fitting AS (
    SELECT e.position, e.at, e.event_type, e.task_id, e.agent_id, e.payload FROM examined e
    WHERE (types IS NULL OR types ? e.event_type) AND (wanted_task IS NULL OR e.task_id = wanted_task)
      AND (wanted_agent IS NULL OR e.agent_id = wanted_agent)
    ORDER BY e.position LIMIT most
  )
  SELECT (SELECT json_agg(f ORDER BY f.position) FROM fitting f) AS events,
         CASE WHEN (SELECT count(*) FROM fitting) = most THEN (SELECT max(f.position) FROM fitting f)
              WHEN (SELECT count(*) FROM examined) = page THEN (SELECT max(e.position) FROM examined e)
              ELSE greatest(from_position, last)
         END AS next
  INTO answer;
  RETURN baton_ns.done(json_build_object('events', coalesce(answer.events, '[]'), 'first', baton_ns.first_position(),
                                         'last', last, 'next', answer.next));
END $$;
