-- health.sql: the flag of a frozen store is set alone: no step is under way, and no beat, which takes no turn.

CREATE OR REPLACE FUNCTION baton_ns.health(clock bigint, last bigint) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN baton_ns.done((SELECT json_build_object('now', clock, 'frozen', m.frozen, 'first', baton_ns.first_position(),
                                                 'last', last) FROM baton_ns.meta m));
END $$;

CREATE OR REPLACE FUNCTION baton_ns.freeze(wanted boolean) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(baton_ns.beside());
  UPDATE baton_ns.meta SET frozen = wanted;
  RETURN baton_ns.done('{}');
END $$;
