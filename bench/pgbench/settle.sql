-- settle.sql: the task that the agent holds is completed under its fence, and the agent is idle again. Who has a holder is
-- running; asked for the status too, the planner would go by the index of statuses instead of the key.
\set turn :turn + 1
\set agent :client_id + :clients * :turn
WITH now AS MATERIALIZED (
  SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS now
), completed AS (
  UPDATE plain.tasks t
  SET status = 'completed', result = '{"answer":"done"}', holder = NULL, ended_at = n.now, updated_at = n.now,
      last_settle = ROW(a.id, a.incarnation, a.attempt, 'complete', repeat('d', 32), 'completed', true)::plain.last_settle
  FROM plain.agents a, now n
  WHERE a.id = 'agent-' || :agent AND a.incarnation = '1' AND t.id = a.current_task
    AND t.attempt = a.attempt AND t.holder = a.id
  RETURNING t.id, t.seq, t.attempt, t.ended_at, a.id AS agent
), freed AS (
  UPDATE plain.agents a SET state = 'idle', current_task = NULL, attempt = 0, claims_from = NULL, crashes = '{}'
  FROM completed t WHERE a.id = t.agent
), logged AS (
  INSERT INTO plain.events (position, at, event_type, task_id, agent_id, payload, seq)
  SELECT nextval('plain.positions'), t.ended_at, 'task.completed', t.id, t.agent, '{"attempt":' || t.attempt || '}', t.seq
  FROM completed t)
SELECT 'completed' FROM completed;
