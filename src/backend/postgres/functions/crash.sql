-- crash.sql: what becomes of an agent that is gone, its task and its locks.

-- The crashes of the last minute, and until when the agent gets no work: six within it quarantine it.
CREATE OR REPLACE FUNCTION baton_ns.note_crash(agent baton_ns.agents, clock bigint) RETURNS baton_ns.agents
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  recent bigint[] := ARRAY(SELECT c FROM unnest(agent.crashes) WITH ORDINALITY e(c, i) WHERE c > clock - 60000000 ORDER BY i) || clock;
BEGIN
  IF cardinality(recent) > 6 THEN recent := recent[2:]; END IF;
  IF cardinality(recent) >= 6 OR agent.claims_from IS NOT NULL THEN agent.claims_from := clock + 60000000; END IF;
  agent.crashes := recent;
  RETURN agent;
END $$;

-- Takes the task out of the hands of an agent that is gone; its crashes count.
CREATE OR REPLACE FUNCTION baton_ns.abandon(task baton_ns.tasks, the_agent text, clock bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  before baton_ns.tasks := task;
BEGIN
  IF task.id IS NULL THEN RETURN; END IF;
  task.holder := NULL;
  task.crashes := task.crashes + 1;
  task.updated_at := clock;
  IF task.crashes < 3 THEN
    task.status := 'pending';
    PERFORM baton_ns.put(before, task);
    PERFORM baton_ns.log_requeued(task, the_agent, 'crashed', '', clock);
    RETURN;
  END IF;
  task.status := 'dead';
  task.ended_at := clock;
  task.error := baton_ns.reason('its holders crashed too often');
  PERFORM baton_ns.put(before, task);
  PERFORM baton_ns.log(clock, 'task.dead', task.id, the_agent,
                       baton_ns.attempt_of(task.attempt, task.traceparent) || ',"crashes":' || task.crashes || '}');
  PERFORM baton_ns.resolve(100, clock);
END $$;

CREATE OR REPLACE FUNCTION baton_ns.crash(agent baton_ns.agents, event text, clock bigint) RETURNS baton_ns.agents
LANGUAGE plpgsql AS $$
DECLARE
  before text := agent.state;
  task baton_ns.tasks := baton_ns.held_task(agent);
BEGIN
  agent := baton_ns.note_crash(agent, clock);
  agent.state := 'crashed';
  agent.current_task := NULL;
  agent.attempt := 0;
  DELETE FROM baton_ns.beats b WHERE b.agent = agent.id;
  UPDATE baton_ns.agents a
  SET state = agent.state, deadline = agent.deadline, current_task = NULL, attempt = 0, claims_from = agent.claims_from,
      crashes = agent.crashes
  WHERE a.id = agent.id;
  PERFORM baton_ns.log_agent_changed(agent.id, before, agent.state, event, clock);
  PERFORM baton_ns.expire_agent_locks(agent.id, clock);
  PERFORM baton_ns.abandon(task, agent.id, clock);
  RETURN agent;
END $$;
