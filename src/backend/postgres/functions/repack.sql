-- repack.sql: while any transaction of the database keeps an old snapshot, vacuum removes nothing that has died since, and the
-- small tables that every task changes would grow without end. So those whose files are much larger than their rows need are
-- written anew: emptied and filled again in one step. Whoever else looks with an older snapshot finds them empty; therefore those
-- who read beside the turn are kept out meanwhile, a table that anybody else has in use is left for another time, and
-- * the queue, which follows from the tasks, carries a mark: a dump that missed the queue missed its mark, and then the queue is
--   built anew when the store is opened;
-- * all else is left alone while a stranger's transaction is young, because it may be a dump that has yet to lock its tables; and
--   where we may not see everybody's transactions (pg_monitor) it is left alone for good.

-- At most so many rows are written anew: it takes some milliseconds of the turn.
CREATE OR REPLACE FUNCTION baton_ns.most_repacked() RETURNS bigint LANGUAGE sql IMMUTABLE AS $$ SELECT 20000::bigint $$;

CREATE OR REPLACE FUNCTION baton_ns.mark_queue() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE baton_ns.queue_mark IN ACCESS EXCLUSIVE MODE NOWAIT;
  TRUNCATE baton_ns.queue_mark;
  INSERT INTO baton_ns.queue_mark DEFAULT VALUES;
END $$;

-- Builds the queue anew if its mark is missing; returns whether it was.
CREATE OR REPLACE FUNCTION baton_ns.mend_queue() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM baton_ns.queue_mark) THEN RETURN false; END IF;
  PERFORM pg_advisory_xact_lock(baton_ns.turn());
  IF EXISTS (SELECT FROM baton_ns.queue_mark) THEN RETURN false; END IF;
  DELETE FROM baton_ns.ready;
  DELETE FROM baton_ns.lines;
  INSERT INTO baton_ns.ready (lane, priority, place, task)
  SELECT t.lane, t.priority, t.place, t.id FROM baton_ns.tasks t WHERE t.status = 'pending';
  INSERT INTO baton_ns.lines (lane, priority, depth, head, paused)
  SELECT r.lane, r.priority, count(*), min(r.place), EXISTS (SELECT FROM baton_ns.paused_lanes p WHERE p.lane = r.lane)
  FROM baton_ns.ready r GROUP BY r.lane, r.priority;
  INSERT INTO baton_ns.queue_mark DEFAULT VALUES;
  RETURN true;
END $$;

CREATE OR REPLACE FUNCTION baton_ns.repack_ready() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  kept baton_ns.ready[];
BEGIN
  LOCK TABLE baton_ns.ready IN ACCESS EXCLUSIVE MODE NOWAIT;
  kept := ARRAY(SELECT r FROM baton_ns.ready r LIMIT baton_ns.most_repacked() + 1);
  IF cardinality(kept) > baton_ns.most_repacked() THEN RETURN; END IF;
  TRUNCATE baton_ns.ready;
  INSERT INTO baton_ns.ready SELECT k.* FROM unnest(kept) k;
  PERFORM baton_ns.mark_queue();
EXCEPTION WHEN lock_not_available OR program_limit_exceeded THEN RETURN;
END $$;

CREATE OR REPLACE FUNCTION baton_ns.repack_lines() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  kept baton_ns.lines[];
BEGIN
  LOCK TABLE baton_ns.lines IN ACCESS EXCLUSIVE MODE NOWAIT;
  kept := ARRAY(SELECT l FROM baton_ns.lines l LIMIT baton_ns.most_repacked() + 1);
  IF cardinality(kept) > baton_ns.most_repacked() THEN RETURN; END IF;
  TRUNCATE baton_ns.lines;
  INSERT INTO baton_ns.lines SELECT k.* FROM unnest(kept) k;
  PERFORM baton_ns.mark_queue();
EXCEPTION WHEN lock_not_available OR program_limit_exceeded THEN RETURN;
END $$;

CREATE OR REPLACE FUNCTION baton_ns.repack_agents() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  kept baton_ns.agents[];
BEGIN
  LOCK TABLE baton_ns.agents IN ACCESS EXCLUSIVE MODE NOWAIT;
  kept := ARRAY(SELECT a FROM baton_ns.agents a LIMIT baton_ns.most_repacked() + 1);
  IF cardinality(kept) > baton_ns.most_repacked() THEN RETURN; END IF;
  TRUNCATE baton_ns.agents;
  INSERT INTO baton_ns.agents SELECT k.* FROM unnest(kept) k;
EXCEPTION WHEN lock_not_available OR program_limit_exceeded THEN RETURN;
END $$;

CREATE OR REPLACE FUNCTION baton_ns.repack_beats() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  kept baton_ns.beats[];
BEGIN
  LOCK TABLE baton_ns.beats IN ACCESS EXCLUSIVE MODE NOWAIT;
  kept := ARRAY(SELECT b FROM baton_ns.beats b LIMIT baton_ns.most_repacked() + 1);
  IF cardinality(kept) > baton_ns.most_repacked() THEN RETURN; END IF;
  TRUNCATE baton_ns.beats;
  INSERT INTO baton_ns.beats SELECT k.* FROM unnest(kept) k;
EXCEPTION WHEN lock_not_available OR program_limit_exceeded THEN RETURN;
END $$;

CREATE OR REPLACE FUNCTION baton_ns.repack_locks() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  kept baton_ns.locks[];
BEGIN
  LOCK TABLE baton_ns.locks IN ACCESS EXCLUSIVE MODE NOWAIT;
  kept := ARRAY(SELECT l FROM baton_ns.locks l LIMIT baton_ns.most_repacked() + 1);
  IF cardinality(kept) > baton_ns.most_repacked() THEN RETURN; END IF;
  TRUNCATE baton_ns.locks;
  INSERT INTO baton_ns.locks SELECT k.* FROM unnest(kept) k;
EXCEPTION WHEN lock_not_available OR program_limit_exceeded THEN RETURN;
END $$;

CREATE OR REPLACE FUNCTION baton_ns.repack_groups() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  kept baton_ns.groups[];
BEGIN
  LOCK TABLE baton_ns.groups IN ACCESS EXCLUSIVE MODE NOWAIT;
  kept := ARRAY(SELECT g FROM baton_ns.groups g LIMIT baton_ns.most_repacked() + 1);
  IF cardinality(kept) > baton_ns.most_repacked() THEN RETURN; END IF;
  TRUNCATE baton_ns.groups;
  INSERT INTO baton_ns.groups SELECT k.* FROM unnest(kept) k;
EXCEPTION WHEN lock_not_available OR program_limit_exceeded THEN RETURN;
END $$;

CREATE OR REPLACE FUNCTION baton_ns.repack_deliveries() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  kept baton_ns.deliveries[];
BEGIN
  LOCK TABLE baton_ns.deliveries IN ACCESS EXCLUSIVE MODE NOWAIT;
  kept := ARRAY(SELECT d FROM baton_ns.deliveries d LIMIT baton_ns.most_repacked() + 1);
  IF cardinality(kept) > baton_ns.most_repacked() THEN RETURN; END IF;
  TRUNCATE baton_ns.deliveries;
  INSERT INTO baton_ns.deliveries SELECT k.* FROM unnest(kept) k;
EXCEPTION WHEN lock_not_available OR program_limit_exceeded THEN RETURN;
END $$;

-- The tables whose files have more than their room, and than so much for each row that was counted last.
CREATE OR REPLACE FUNCTION baton_ns.bloated() RETURNS text[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN ARRAY(
    SELECT t.name
    FROM (VALUES ('ready', 'baton_ns.ready'::regclass, 524288, 1024), ('lines', 'baton_ns.lines', 131072, 1024),
                 ('agents', 'baton_ns.agents', 1048576, 16384), ('beats', 'baton_ns.beats', 524288, 1024),
                 ('locks', 'baton_ns.locks', 524288, 4096), ('groups', 'baton_ns.groups', 131072, 4096),
                 ('deliveries', 'baton_ns.deliveries', 1048576, 16384)) t(name, id, room, each)
    WHERE pg_relation_size(t.id) > t.room
      AND pg_relation_size(t.id) > t.room + t.each * (SELECT c.reltuples FROM pg_class c WHERE c.oid = t.id));
END $$;

-- Whether no stranger's transaction is so young that it may still lock what it has a snapshot of. A dump does so in its first
-- moments.
CREATE OR REPLACE FUNCTION baton_ns.is_unobserved() RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN pg_has_role(current_user, 'pg_read_all_stats', 'usage') AND NOT EXISTS (
    SELECT FROM pg_stat_activity a
    WHERE a.datname = current_database() AND a.backend_type = 'client backend' AND a.pid <> pg_backend_pid()
      AND a.application_name <> current_setting('application_name')
      AND a.xact_start > clock_timestamp() - interval '60 seconds');
END $$;

-- Whoever reads beside the turn is waited for, shortly; at most once in two seconds.
CREATE OR REPLACE FUNCTION baton_ns.repack(clock bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  due text[] := baton_ns.bloated();
BEGIN
  IF cardinality(due) = 0 OR pg_sequence_last_value('baton_ns.repacked') > clock - 2000000 THEN RETURN; END IF;
  PERFORM setval('baton_ns.repacked', clock), set_config('lock_timeout', '50ms', true);
  PERFORM pg_advisory_xact_lock(baton_ns.beside());
  IF 'ready' = ANY (due) THEN PERFORM baton_ns.repack_ready(); END IF;
  IF 'lines' = ANY (due) THEN PERFORM baton_ns.repack_lines(); END IF;
  IF baton_ns.is_unobserved() THEN
    IF 'agents' = ANY (due) THEN PERFORM baton_ns.repack_agents(); END IF;
    IF 'beats' = ANY (due) THEN PERFORM baton_ns.repack_beats(); END IF;
    IF 'locks' = ANY (due) THEN PERFORM baton_ns.repack_locks(); END IF;
    IF 'groups' = ANY (due) THEN PERFORM baton_ns.repack_groups(); END IF;
    IF 'deliveries' = ANY (due) THEN PERFORM baton_ns.repack_deliveries(); END IF;
  END IF;
  PERFORM set_config('lock_timeout', '2s', true);
EXCEPTION WHEN lock_not_available THEN RETURN;
END $$;
