-- session.sql: one row a client; the locks bound to it are freed in the step that ends it.
-- name: find
SELECT * FROM sessions WHERE id = ?1
-- name: page
SELECT * FROM sessions WHERE id > ?1 ORDER BY id LIMIT ?2
-- name: put
INSERT INTO sessions VALUES (?1, ?2) ON CONFLICT DO UPDATE SET deadline = excluded.deadline
-- name: drop
DELETE FROM sessions WHERE id = ?1
