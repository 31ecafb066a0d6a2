-- conversations.sql: a message is a row of its own with the next number of its thread, so concurrent appends all stay.

CREATE OR REPLACE FUNCTION baton_ns.message_json(m baton_ns.messages) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object('id', m.id, 'number', m.number, 'role', m.role, 'body', m.body, 'task', m.task, 'at', m.at)
$$;

-- Get or create; an update replaces the metadata only if it differs.
CREATE OR REPLACE FUNCTION baton_ns.put_thread(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  named text := '{"thread":' || baton_ns.quote(v->>'thread') || '}';
  wanted text := coalesce(v->>'metadata', 'null');
  known baton_ns.threads;
BEGIN
  IF baton_ns.is_fenced_out(v->'fence', clock) THEN RETURN baton_ns.refuse('stale_lock', v->'fence'->>'lock'); END IF;
  SELECT * INTO known FROM baton_ns.threads t WHERE t.id = v->>'thread';
  IF NOT FOUND THEN
    INSERT INTO baton_ns.threads (id, metadata, created_at, updated_at) VALUES (v->>'thread', wanted, clock, clock)
    RETURNING * INTO known;
    PERFORM baton_ns.log(clock, 'thread.created', NULL, NULL, named);
  ELSIF (v->>'update')::boolean AND known.metadata <> wanted THEN
    UPDATE baton_ns.threads t SET metadata = wanted, updated_at = clock WHERE t.id = known.id RETURNING * INTO known;
    PERFORM baton_ns.log(clock, 'thread.updated', NULL, NULL, named);
  END IF;
  RETURN baton_ns.done(row_to_json(known));
END $$;

CREATE OR REPLACE FUNCTION baton_ns.get_thread(v jsonb) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  known baton_ns.threads;
BEGIN
  SELECT * INTO known FROM baton_ns.threads t WHERE t.id = v->>'thread';
  IF NOT FOUND THEN RETURN baton_ns.refuse('unknown_thread', v->>'thread'); END IF;
  RETURN baton_ns.done(row_to_json(known));
END $$;

CREATE OR REPLACE FUNCTION baton_ns.list_threads(v jsonb) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  most int := v->>'limit';
  page baton_ns.threads[] := ARRAY(SELECT t FROM baton_ns.threads t WHERE t.id > coalesce(v->>'after', '')
                                    ORDER BY t.id LIMIT most + 1);
BEGIN
  RETURN baton_ns.done(json_build_object('items', page[:most],
                                         'next', CASE WHEN cardinality(page) > most THEN page[most].id END));
END $$;

-- An id that is known answers with its message.
CREATE OR REPLACE FUNCTION baton_ns.append(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  spoken bigint;
  made baton_ns.messages;
BEGIN
  IF baton_ns.is_fenced_out(v->'fence', clock) THEN RETURN baton_ns.refuse('stale_lock', v->'fence'->>'lock'); END IF;
  SELECT t.messages INTO spoken FROM baton_ns.threads t WHERE t.id = v->>'thread';
  IF NOT FOUND THEN RETURN baton_ns.refuse('unknown_thread', v->>'thread'); END IF;
  INSERT INTO baton_ns.messages (thread, number, id, role, body, task, at)
  VALUES (v->>'thread', spoken + 1, v->>'id', v->>'role', coalesce(v->>'body', 'null'), (v->>'task')::uuid, clock)
  ON CONFLICT (thread, id) DO NOTHING RETURNING * INTO made;
  IF NOT FOUND THEN
    SELECT * INTO made FROM baton_ns.messages m WHERE m.thread = v->>'thread' AND m.id = v->>'id';
    IF (made.role, made.body, made.task)
       IS DISTINCT FROM (v->>'role', coalesce(v->>'body', 'null'), (v->>'task')::uuid) THEN
      RETURN baton_ns.refuse('message_taken', v->>'id');
    END IF;
    RETURN baton_ns.done(baton_ns.message_json(made));
  END IF;
  UPDATE baton_ns.threads t SET messages = made.number, updated_at = clock WHERE t.id = made.thread;
  PERFORM baton_ns.log(clock, 'message.appended', made.task, NULL, '{"thread":' || baton_ns.quote(made.thread) ||
                       ',"message":' || baton_ns.quote(made.id) || ',"number":' || made.number ||
                       ',"role":' || baton_ns.quote(made.role) || '}');
  RETURN baton_ns.done(baton_ns.message_json(made));
END $$;

-- Numbers are 1, 2, 3 …, so a page is known before it is read.
CREATE OR REPLACE FUNCTION baton_ns.messages(v jsonb) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  most bigint := v->>'limit';
  after bigint := v->>'after';
  before bigint := v->>'before';
  spoken bigint;
  low bigint;
  high bigint;
BEGIN
  SELECT t.messages INTO spoken FROM baton_ns.threads t WHERE t.id = v->>'thread';
  IF NOT FOUND THEN RETURN baton_ns.refuse('unknown_thread', v->>'thread'); END IF;
  IF after IS NOT NULL THEN
    low := least(after, spoken);
    high := least(low + most, spoken);
  ELSE
    high := least(before - 1, spoken);
    low := greatest(high - most, 0);
  END IF;
  RETURN baton_ns.done((
    SELECT json_build_object('items', coalesce(json_agg(x), '[]'),
                             'more', CASE WHEN after IS NULL THEN low > 0 ELSE high < spoken END)
    FROM (SELECT m.id, m.number, m.role, m.body, m.task, m.at FROM baton_ns.messages m
          WHERE m.thread = v->>'thread' AND m.number > low AND m.number <= high ORDER BY m.number) x));
END $$;
