-- list_tasks.sql: each walks one index in the order of seq, so a call reads at most the rows that it examines.
-- name: all
SELECT * FROM tasks WHERE seq > ?1 ORDER BY seq LIMIT ?2
-- name: all_newest
SELECT * FROM tasks WHERE seq < ?1 ORDER BY seq DESC LIMIT ?2
-- name: status
SELECT * FROM tasks INDEXED BY tasks_status WHERE status = ?3 AND seq > ?1 ORDER BY seq LIMIT ?2
-- name: status_newest
SELECT * FROM tasks INDEXED BY tasks_status WHERE status = ?3 AND seq < ?1 ORDER BY seq DESC LIMIT ?2
-- name: thread
SELECT * FROM tasks INDEXED BY tasks_thread WHERE thread = ?3 AND seq > ?1 ORDER BY seq LIMIT ?2
-- name: thread_newest
SELECT * FROM tasks INDEXED BY tasks_thread WHERE thread = ?3 AND seq < ?1 ORDER BY seq DESC LIMIT ?2
