-- record.sql: the version is compared and raised inside one step, so two writers cannot both win.
-- name: find
SELECT * FROM records WHERE kind = ?1 AND key = ?2
-- name: page
SELECT * FROM records WHERE kind = ?1 AND key > ?2 ORDER BY key LIMIT ?3
-- name: put
INSERT INTO records VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
ON CONFLICT DO UPDATE SET version = excluded.version, body = excluded.body, created_at = excluded.created_at,
  updated_at = excluded.updated_at, expires_at = excluded.expires_at
-- name: drop
DELETE FROM records WHERE kind = ?1 AND key = ?2
-- name: export_page
SELECT * FROM records WHERE (kind, key) > (?1, ?2) ORDER BY kind, key LIMIT ?3
