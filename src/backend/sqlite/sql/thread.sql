-- thread.sql: a thread's own row; its messages are rows of their own, so an append never rewrites the history.
-- name: find
SELECT * FROM threads WHERE id = ?1
-- name: page
SELECT * FROM threads WHERE id > ?1 ORDER BY id LIMIT ?2
-- name: put
INSERT INTO threads VALUES (?1, ?2, ?3, ?4, ?5)
ON CONFLICT DO UPDATE SET metadata = excluded.metadata, messages = excluded.messages, created_at = excluded.created_at,
  updated_at = excluded.updated_at
-- name: count
UPDATE threads SET messages = ?2, updated_at = ?3 WHERE id = ?1
