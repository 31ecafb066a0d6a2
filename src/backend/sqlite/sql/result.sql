-- result.sql: keyed by task and attempt, so no job reads another's; an expired one counts as not there.
-- name: find
SELECT value FROM results WHERE task = ?1 AND attempt = ?2 AND expires_at > ?3
-- name: put
INSERT INTO results VALUES (?1, ?2, ?3, ?4)
ON CONFLICT DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at
-- name: drop
DELETE FROM results WHERE task = ?1 AND attempt = ?2
-- name: export_page
SELECT * FROM results WHERE (task, attempt) > (?1, ?2) ORDER BY task, attempt LIMIT ?3
