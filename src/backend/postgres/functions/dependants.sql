-- dependants.sql: what happens to the tasks that waited for one that has ended. Bounded: the rest is left to sweep.

CREATE OR REPLACE FUNCTION baton_ns.failed_dependency(the_task uuid, how text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT '{"reason":"a dependency did not complete","dependency":"' || the_task || '","status":"' || how || '"}'
$$;

CREATE OR REPLACE FUNCTION baton_ns.resolve_one(dependency baton_ns.tasks, dependant baton_ns.tasks, clock bigint)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  before baton_ns.tasks := dependant;
BEGIN
  IF dependant.status <> 'blocked' THEN RETURN; END IF;
  dependant.waiting_for := dependant.waiting_for - 1;
  IF dependency.status <> 'completed' AND dependant.on_failed_dependency = 'fail_fast' THEN
    dependant.status := 'cancelled';
    dependant.ended_at := clock;
    dependant.error := baton_ns.failed_dependency(dependency.id, dependency.status);
    dependant.updated_at := clock;
    PERFORM baton_ns.put(before, dependant);
    PERFORM baton_ns.log_ended(dependant, 'cancelled', NULL, clock);
    RETURN;
  END IF;
  IF dependant.waiting_for = 0 THEN
    dependant.status := CASE WHEN dependant.run_at > clock THEN 'scheduled' ELSE 'pending' END;
    dependant.updated_at := clock;
  END IF;
  PERFORM baton_ns.put(before, dependant);
  IF dependant.status = 'pending' THEN PERFORM baton_ns.log_requeued(dependant, NULL, 'unblocked', '', clock); END IF;
END $$;

CREATE OR REPLACE FUNCTION baton_ns.drop_dependant(the_dependency uuid, its_seq bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM baton_ns.dependencies d WHERE d.dependency = the_dependency AND d.seq = its_seq;
  IF FOUND AND NOT EXISTS (SELECT FROM baton_ns.dependencies d WHERE d.dependency = the_dependency) THEN
    DELETE FROM baton_ns.unresolved u WHERE u.task = the_dependency;
  END IF;
END $$;

-- Takes up to `budget` settled dependencies into account; returns how many.
CREATE OR REPLACE FUNCTION baton_ns.resolve(budget bigint, clock bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  first uuid;
  waiting record;
  dependency baton_ns.tasks;
  dependant baton_ns.tasks;
  resolved bigint := 0;
BEGIN
  WHILE resolved < budget LOOP
    SELECT u.task INTO first FROM baton_ns.unresolved u ORDER BY u.seq LIMIT 1;
    EXIT WHEN NOT FOUND;
    SELECT d.seq, d.dependant INTO waiting FROM baton_ns.dependencies d WHERE d.dependency = first ORDER BY d.seq LIMIT 1;
    PERFORM baton_ns.drop_dependant(first, waiting.seq);
    SELECT * INTO dependant FROM baton_ns.tasks t WHERE t.id = waiting.dependant;
    IF FOUND THEN
      SELECT * INTO dependency FROM baton_ns.tasks t WHERE t.id = first;
      PERFORM baton_ns.resolve_one(dependency, dependant, clock);
    END IF;
    resolved := resolved + 1;
  END LOOP;
  RETURN resolved;
END $$;
