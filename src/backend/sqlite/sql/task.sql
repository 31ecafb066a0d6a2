-- task.sql: the narrow row changes with the status; payload and outcome lie apart, so that it stays cheap to rewrite.
-- name: find
SELECT * FROM tasks WHERE id = ?1
-- name: bodies
SELECT b.payload, b.metadata, b.depends_on, o.result, o.error, o.progress
FROM task_bodies b LEFT JOIN task_outcomes o ON o.seq = b.seq WHERE b.seq = ?1
-- name: details
SELECT b.metadata, b.depends_on, o.error, o.progress
FROM task_bodies b LEFT JOIN task_outcomes o ON o.seq = b.seq WHERE b.seq = ?1
-- name: insert
INSERT INTO tasks VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21,
  ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31)
-- name: update
UPDATE tasks SET place = ?2, lane = ?3, priority = ?4, status = ?5, attempt = ?6, failures = ?7, crashes = ?8,
  max_attempts = ?9, holder = ?10, run_at = ?11, deadline = ?12, waiting_for = ?13, updated_at = ?14, started_at = ?15,
  ended_at = ?16, settled_by = ?17, settled_incarnation = ?18, settled_attempt = ?19, settled_kind = ?20,
  settled_digest = ?21, settled_status = ?22, settled_counted = ?23
WHERE seq = ?1
-- name: insert_bodies
INSERT INTO task_bodies VALUES (?1, ?2, ?3, ?4, '')
-- name: set_payload
UPDATE task_bodies SET payload = ?2 WHERE seq = ?1
-- name: set_metadata
UPDATE task_bodies SET metadata = ?2 WHERE seq = ?1
-- name: set_result
INSERT INTO task_outcomes (seq, result) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET result = excluded.result
-- name: set_error
INSERT INTO task_outcomes (seq, error) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET error = excluded.error
-- name: set_progress
INSERT INTO task_outcomes (seq, progress) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET progress = excluded.progress
-- name: clear_progress
UPDATE task_outcomes SET progress = NULL WHERE seq = ?1 AND progress IS NOT NULL
-- name: clear_outcome
UPDATE task_outcomes SET result = NULL, error = NULL WHERE seq = ?1
-- name: delete_outcome
DELETE FROM task_outcomes WHERE seq = ?1
-- name: delete
DELETE FROM tasks WHERE seq = ?1
-- name: delete_bodies
DELETE FROM task_bodies WHERE seq = ?1
-- name: at_seq
SELECT id FROM tasks WHERE seq = ?1
