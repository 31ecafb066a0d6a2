-- fill.sql: what `baton bench` prepares: agents that serve one lane, and tasks that are pending in it.
INSERT INTO plain.agents (id, state, incarnation, deadline, lanes, registered_at)
SELECT 'agent-' || n, 'idle', '1', 0, '{bench-0}', 0 FROM generate_series(0, :agents - 1) n;
INSERT INTO plain.beats (agent, deadline) SELECT a.id, 9000000000000000 FROM plain.agents a;
WITH fresh AS (
  SELECT nextval('plain.seqs') AS seq, nextval('plain.positions') AS position FROM generate_series(1, :fill)
), tasks_made AS (
  INSERT INTO plain.tasks (id, seq, place, kind, lane, priority, status, payload, max_attempts, digest, created_at, updated_at)
  SELECT lpad(to_hex(f.seq), 32, '0')::uuid, f.seq, f.seq, 'bench', 'bench-0', 500, 'pending',
         '{"prompt":"summarise the page and list its sources","url":"page-' || f.seq || '","depth":2}', 3, repeat('d', 32), 0, 0
  FROM fresh f
), queued AS (
  INSERT INTO plain.ready (lane, priority, place, task)
  SELECT 'bench-0', 500, f.seq, lpad(to_hex(f.seq), 32, '0')::uuid FROM fresh f)
INSERT INTO plain.events (position, at, event_type, task_id, payload, seq)
SELECT f.position, 0, 'task.created', lpad(to_hex(f.seq), 32, '0')::uuid,
       '{"kind":"bench","lane":"bench-0","priority":500,"status":"pending"}', f.seq
FROM fresh f;
VACUUM ANALYZE;
CHECKPOINT;
