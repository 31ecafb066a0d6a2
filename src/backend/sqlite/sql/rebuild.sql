-- rebuild.sql: run inside the transaction that fills a new file; makes rows that survived agree with one another.
-- name: repair
INSERT OR IGNORE INTO meta VALUES (1, 0, 0, 0, 0, 0, 0);
UPDATE meta SET
  position = max(position, ifnull((SELECT max(position) FROM events), 0), ifnull((SELECT max(token) FROM locks), 0),
                 ifnull((SELECT max(cursor) FROM groups), 0), ifnull((SELECT max(position) FROM deliveries), 0)),
  seq = max(seq, ifnull((SELECT max(seq) FROM tasks), 0), ifnull((SELECT max(place) FROM tasks), 0));

INSERT OR IGNORE INTO agent_metadata SELECT id, 'null' FROM agents;
DELETE FROM agent_metadata WHERE agent NOT IN (SELECT id FROM agents);

-- A file of the first schema kept the trace with the body.
UPDATE tasks SET traceparent = b.traceparent FROM task_bodies b
  WHERE b.seq = tasks.seq AND tasks.traceparent = '' AND b.traceparent <> '';

-- A task without its payload cannot be run, but it is not forgotten.
INSERT OR IGNORE INTO task_outcomes (seq) SELECT seq FROM tasks
  WHERE status < 4 AND seq NOT IN (SELECT seq FROM task_bodies);
UPDATE task_outcomes SET error = '{"reason":"its payload was lost when a damaged store was salvaged"}'
  WHERE seq IN (SELECT seq FROM tasks WHERE status < 4 AND seq NOT IN (SELECT seq FROM task_bodies));
UPDATE tasks SET status = 7, holder = NULL, ended_at = (SELECT now FROM meta)
  WHERE status < 4 AND seq NOT IN (SELECT seq FROM task_bodies);
INSERT OR IGNORE INTO task_bodies SELECT seq, NULL, 'null', x'', '' FROM tasks;
DELETE FROM task_bodies WHERE seq NOT IN (SELECT seq FROM tasks);
DELETE FROM task_outcomes WHERE seq NOT IN (SELECT seq FROM tasks);
UPDATE tasks SET status = 2, holder = NULL WHERE status = 3 AND NOT EXISTS (
  SELECT 1 FROM agents a WHERE a.id = tasks.holder AND a.current_task = tasks.id AND a.attempt = tasks.attempt);

DELETE FROM deliveries WHERE grp NOT IN (SELECT name FROM groups);
UPDATE groups SET
  pending = (SELECT count(*) FROM deliveries d WHERE d.grp = groups.name AND d.dead = 0),
  dead = (SELECT count(*) FROM deliveries d WHERE d.grp = groups.name AND d.dead = 1);

INSERT OR IGNORE INTO threads SELECT thread, 'null', max(number), min(at), max(at) FROM messages GROUP BY thread;
UPDATE threads SET messages = ifnull((SELECT max(m.number) FROM messages m WHERE m.thread = threads.id), 0);
DELETE FROM signals WHERE correlation NOT IN (SELECT id FROM correlations);
-- name: indexes
DELETE FROM ready;
INSERT INTO ready SELECT lane, priority, place, id FROM tasks WHERE status = 2;
DELETE FROM lines;
INSERT INTO lines SELECT lane, priority, count(*) FROM ready GROUP BY lane, priority;
UPDATE lanes SET live = 0;
INSERT INTO lanes SELECT lane, count(*), 0 FROM tasks WHERE status < 4 GROUP BY lane
  ON CONFLICT DO UPDATE SET live = excluded.live;
DELETE FROM lanes WHERE live = 0 AND paused = 0;
DELETE FROM unresolved;
INSERT INTO unresolved SELECT seq, id FROM tasks
  WHERE status >= 4 AND EXISTS (SELECT 1 FROM dependencies d WHERE d.dependency = tasks.id);
-- name: blocked
SELECT t.seq, t.id, t.run_at, b.depends_on FROM tasks t JOIN task_bodies b ON b.seq = t.seq WHERE t.status = 0
-- name: drop_dependencies
DELETE FROM dependencies
-- name: status_of
SELECT status FROM tasks WHERE id = ?1
-- name: set_waiting
UPDATE tasks SET status = ?2, waiting_for = ?3 WHERE seq = ?1
-- name: cancel
UPDATE tasks SET status = 6, ended_at = (SELECT now FROM meta), waiting_for = 0 WHERE seq = ?1
