-- submit.sql: one task, its place in line and its event. Ids grow, as those of baton do.
WITH fresh AS MATERIALIZED (
  SELECT n.seq, lpad(to_hex(n.seq), 32, '0')::uuid AS id, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS now
  FROM (SELECT nextval('plain.seqs') AS seq) n
), task AS (
  INSERT INTO plain.tasks (id, seq, place, kind, lane, priority, status, payload, max_attempts, digest, created_at, updated_at)
  SELECT f.id, f.seq, f.seq, 'bench', 'bench-0', 500, 'pending',
         '{"prompt":"summarise the page and list its sources","url":"page-' || f.seq || '","depth":2}', 3, repeat('d', 32),
         f.now, f.now
  FROM fresh f
), queued AS (
  INSERT INTO plain.ready (lane, priority, place, task) SELECT 'bench-0', 500, f.seq, f.id FROM fresh f
), logged AS (
  INSERT INTO plain.events (position, at, event_type, task_id, payload, seq)
  SELECT nextval('plain.positions'), f.now, 'task.created', f.id,
         '{"kind":"bench","lane":"bench-0","priority":500,"status":"pending"}', f.seq
  FROM fresh f)
SELECT f.id, 'pending' FROM fresh f;
