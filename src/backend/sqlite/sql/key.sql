-- key.sql: a key is kept with the task it made, in the step that made it, so a repeated submit finds both or neither.
-- name: find
SELECT task FROM keys WHERE key = ?1 AND expires_at > ?2
-- name: put
INSERT INTO keys VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET task = excluded.task, expires_at = excluded.expires_at
-- name: drop
DELETE FROM keys WHERE key = ?1
