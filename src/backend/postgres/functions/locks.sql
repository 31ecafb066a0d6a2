-- locks.sql: a lock is looked at and taken in one step, so of any number of callers one wins. The token is the position
-- of the event, which only grows. A lock is live while neither it nor the session it is bound to has lapsed.

CREATE OR REPLACE FUNCTION baton_ns.is_live_session(the_session text, clock bigint) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN coalesce((SELECT s.deadline FROM baton_ns.sessions s WHERE s.id = the_session) > clock, false);
END $$;

CREATE OR REPLACE FUNCTION baton_ns.is_live(lock baton_ns.locks, clock bigint) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF lock.session IS NULL THEN RETURN lock.expires_at > clock; END IF;
  RETURN lock.expires_at > clock AND baton_ns.is_live_session(lock.session, clock);
END $$;

-- Whether a write that depends on a lock may not go on.
CREATE OR REPLACE FUNCTION baton_ns.is_fenced_out(fence jsonb, clock bigint) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF fence->>'lock' IS NULL THEN RETURN false; END IF;
  RETURN NOT EXISTS (SELECT FROM baton_ns.locks l WHERE l.name = fence->>'lock'
                     AND l.token = (fence->>'token')::bigint AND baton_ns.is_live(l, clock));
END $$;

CREATE OR REPLACE FUNCTION baton_ns.log_lock(what text, lock baton_ns.locks, detail text, clock bigint) RETURNS bigint
LANGUAGE plpgsql AS $$
BEGIN
  RETURN baton_ns.log(clock, what, NULL, lock.agent, '{' || detail || ',"lock":' || baton_ns.quote(lock.name) ||
                      ',"owner":' || baton_ns.quote(lock.owner) || '}');
END $$;

CREATE OR REPLACE FUNCTION baton_ns.expire_lock(lock baton_ns.locks, why text, clock bigint) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM baton_ns.log_lock('lock.expired', lock, '"token":' || lock.token || ',"reason":"' || why || '"', clock);
  DELETE FROM baton_ns.locks l WHERE l.name = lock.name;
END $$;

CREATE OR REPLACE FUNCTION baton_ns.expire_agent_locks(the_agent text, clock bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  bound baton_ns.locks;
BEGIN
  FOR bound IN SELECT * FROM baton_ns.locks l WHERE l.agent = the_agent ORDER BY l.name LOOP
    PERFORM baton_ns.expire_lock(bound, 'agent', clock);
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION baton_ns.expire_session_locks(the_session text, clock bigint) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  bound baton_ns.locks;
BEGIN
  FOR bound IN SELECT * FROM baton_ns.locks l WHERE l.session = the_session ORDER BY l.name LOOP
    PERFORM baton_ns.expire_lock(bound, 'session', clock);
  END LOOP;
END $$;

-- Why the lock cannot be bound to the session or agent named, or null.
CREATE OR REPLACE FUNCTION baton_ns.not_bindable(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF v ? 'session' AND NOT baton_ns.is_live_session(v->>'session', clock) THEN
    RETURN baton_ns.refuse('stale_session', v->>'session');
  END IF;
  IF v ? 'agent' AND NOT EXISTS (SELECT FROM baton_ns.agents a WHERE a.id = v->>'agent' AND a.state <> 'crashed') THEN
    RETURN baton_ns.refuse('not_lockable', v->>'agent');
  END IF;
  IF v ? 'session' AND EXISTS (SELECT FROM baton_ns.locks l WHERE l.session = v->>'session' OFFSET 999)
    OR v ? 'agent' AND EXISTS (SELECT FROM baton_ns.locks l WHERE l.agent = v->>'agent' OFFSET 999) THEN
    RETURN baton_ns.refuse('too_many_locks');
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION baton_ns.try_lock(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  lock baton_ns.locks;
  refusal text;
BEGIN
  SELECT * INTO lock FROM baton_ns.locks l WHERE l.name = v->>'name';
  IF FOUND AND baton_ns.is_live(lock, clock) THEN
    IF lock.owner = v->>'owner' OR lock.session IS NULL OR NOT baton_ns.end_if_gone(lock.session, clock) THEN
      RETURN baton_ns.done(json_build_object('won', lock.owner = v->>'owner', 'lock', lock));
    END IF;
    lock := NULL;
  END IF;
  IF v ?| '{session,agent}' THEN
    refusal := baton_ns.not_bindable(v, clock);
    IF refusal IS NOT NULL THEN RETURN refusal; END IF;
  END IF;
  IF lock.name IS NOT NULL THEN
    PERFORM baton_ns.expire_lock(lock, CASE WHEN lock.expires_at <= clock THEN 'ttl' ELSE 'session' END, clock);
  END IF;
  lock := (v->>'name', v->>'owner', 0, clock, clock + (v->>'ttl_us')::bigint, v->>'session', v->>'agent');
  lock.token := baton_ns.log_lock('lock.acquired', lock,
                                  '"expires_at":"' || baton_ns.rfc3339(lock.expires_at) || '"', clock);
  INSERT INTO baton_ns.locks SELECT lock.*;
  RETURN baton_ns.done(json_build_object('won', true, 'lock', lock));
END $$;

-- Only the owner with the current token.
CREATE OR REPLACE FUNCTION baton_ns.renew_lock(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  lock baton_ns.locks;
BEGIN
  UPDATE baton_ns.locks l SET expires_at = clock + (v->>'ttl_us')::bigint
  WHERE l.name = v->>'name' AND l.owner = v->>'owner' AND l.token = (v->>'token')::bigint AND baton_ns.is_live(l, clock)
  RETURNING * INTO lock;
  IF NOT FOUND THEN RETURN baton_ns.refuse('stale_lock', v->>'name'); END IF;
  RETURN baton_ns.done(row_to_json(lock));
END $$;

-- Only the owner with the current token; another's lock is not touched.
CREATE OR REPLACE FUNCTION baton_ns.release_lock(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  lock baton_ns.locks;
BEGIN
  SELECT * INTO lock FROM baton_ns.locks l WHERE l.name = v->>'name';
  IF NOT FOUND OR NOT baton_ns.is_live(lock, clock) THEN RETURN baton_ns.done('false'); END IF;
  IF lock.owner <> v->>'owner' OR lock.token <> (v->>'token')::bigint THEN
    RETURN baton_ns.refuse('stale_lock', lock.name);
  END IF;
  PERFORM baton_ns.log_lock('lock.released', lock, '"token":' || lock.token, clock);
  DELETE FROM baton_ns.locks l WHERE l.name = lock.name;
  RETURN baton_ns.done('true');
END $$;

CREATE OR REPLACE FUNCTION baton_ns.inspect_lock(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN baton_ns.done((SELECT row_to_json(l) FROM baton_ns.locks l
                        WHERE l.name = v->>'name' AND baton_ns.is_live(l, clock)));
END $$;

-- Live ones by name; a page examines at most its limit.
CREATE OR REPLACE FUNCTION baton_ns.list_locks(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  most int := v->>'limit';
  page baton_ns.locks[] := ARRAY(SELECT l FROM baton_ns.locks l WHERE l.name > coalesce(v->>'after', '')
                                  ORDER BY l.name LIMIT most + 1);
BEGIN
  RETURN baton_ns.done(json_build_object(
    'items', ARRAY(SELECT l FROM unnest(page[:most]) l WHERE baton_ns.is_live(l, clock)),
    'next', CASE WHEN cardinality(page) > most THEN page[most].name END));
END $$;
