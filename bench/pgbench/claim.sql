-- claim.sql: the first in line that nobody else is taking, for an agent that no other transaction names.
-- (The space before false keeps pgbench from taking it for a variable.)
\set turn :turn + 1
\set agent :client_id + :clients * :turn
WITH now AS MATERIALIZED (
  SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS now
), first AS MATERIALIZED (
  SELECT r.priority, r.place FROM plain.ready r WHERE r.lane = 'bench-0' ORDER BY r.priority, r.place LIMIT 1
  FOR UPDATE SKIP LOCKED
), taken AS (
  DELETE FROM plain.ready r USING first f WHERE r.lane = 'bench-0' AND r.priority = f.priority AND r.place = f.place
  RETURNING r.task
), running AS (
  UPDATE plain.tasks t
  SET status = 'running', attempt = t.attempt + 1, holder = 'agent-' || :agent, progress = NULL, started_at = n.now,
      updated_at = n.now
  FROM taken x, now n WHERE t.id = x.task
  RETURNING t.*
), working AS (
  UPDATE plain.agents a SET state = 'working', current_task = t.id, attempt = t.attempt, last_claim = 'claim-' || t.seq
  FROM running t WHERE a.id = t.holder AND a.state = 'idle'
), leased AS (
  UPDATE plain.beats b SET deadline = greatest(b.deadline, t.started_at + 60000000) FROM running t WHERE b.agent = t.holder
), logged AS (
  INSERT INTO plain.events (position, at, event_type, task_id, agent_id, payload, seq)
  SELECT nextval('plain.positions'), t.started_at, 'task.assigned', t.id, t.holder,
         '{"attempt":' || t.attempt || ',"pushed": false}', t.seq
  FROM running t)
SELECT * FROM running;
