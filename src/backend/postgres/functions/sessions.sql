-- sessions.sql: a session lives by its beats. One whose process proves itself by an advisory lock is found dead sooner,
-- by who wants its locks: twice and some time apart, because a connection that was lost may come back.

-- Ends a session with all of its locks.
CREATE OR REPLACE FUNCTION baton_ns.end_session(the_session text, clock bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM baton_ns.expire_session_locks(the_session, clock);
  DELETE FROM baton_ns.sessions s WHERE s.id = the_session;
END $$;

-- Ends the session if nobody has held its proof for 400 ms; returns whether it did. A restart of the server ends everybody's
-- connection, so it means nothing that a proof is missing which has not been held since.
CREATE OR REPLACE FUNCTION baton_ns.end_if_gone(the_session text, clock bigint) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  known baton_ns.sessions;
  missed bigint;
BEGIN
  SELECT * INTO known FROM baton_ns.sessions s WHERE s.id = the_session AND s.proof IS NOT NULL;
  IF NOT FOUND THEN RETURN false; END IF;
  IF known.proven_at > (extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint
     AND pg_try_advisory_xact_lock_shared(known.proof) THEN
    missed := coalesce(known.missed_at, clock);
  END IF;
  IF clock - missed >= 400000 THEN
    PERFORM baton_ns.end_session(the_session, clock);
    RETURN true;
  END IF;
  IF missed IS DISTINCT FROM known.missed_at THEN
    UPDATE baton_ns.sessions s SET missed_at = missed WHERE s.id = the_session;
  END IF;
  RETURN false;
END $$;

-- A session that has lapsed loses its locks before it lives again.
CREATE OR REPLACE FUNCTION baton_ns.beat_session(v jsonb, clock bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  until bigint := clock + (v->>'ttl_us')::bigint;
BEGIN
  IF until = clock THEN
    PERFORM baton_ns.end_session(v->>'session', clock);
  ELSE
    IF NOT baton_ns.is_live_session(v->>'session', clock) THEN
      PERFORM baton_ns.expire_session_locks(v->>'session', clock);
    END IF;
    INSERT INTO baton_ns.sessions AS s (id, deadline, proof, proven_at)
    VALUES (v->>'session', until, (v->'extra'->>'proof')::bigint, clock)
    ON CONFLICT (id) DO UPDATE SET deadline = excluded.deadline, proof = excluded.proof, proven_at = clock, missed_at = NULL;
  END IF;
  RETURN baton_ns.done(json_build_object('id', v->>'session', 'deadline', until));
END $$;
