-- correlation.sql: signals are rows of their own and immutable; the version is compared and raised inside one step.
-- name: find
SELECT * FROM correlations WHERE id = ?1
-- name: page
SELECT * FROM correlations WHERE id > ?1 ORDER BY id LIMIT ?2
-- name: put
INSERT INTO correlations VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
ON CONFLICT DO UPDATE SET status = excluded.status, version = excluded.version, expected = excluded.expected,
  min_agents = excluded.min_agents, timeout_at = excluded.timeout_at, pattern = excluded.pattern,
  document = excluded.document, step = excluded.step, digest = excluded.digest, expires_at = excluded.expires_at,
  created_at = excluded.created_at, updated_at = excluded.updated_at
-- name: drop
DELETE FROM correlations WHERE id = ?1
-- name: signals
SELECT * FROM signals WHERE correlation = ?1 ORDER BY name, version
-- name: put_signal
INSERT OR IGNORE INTO signals VALUES (?1, ?2, ?3, ?4, ?5, ?6)
-- name: drop_signals
DELETE FROM signals WHERE correlation = ?1
-- name: export_signals
SELECT * FROM signals WHERE (correlation, name, version) > (?1, ?2, ?3) ORDER BY correlation, name, version LIMIT ?4
