-- lock.sql: a lock is a row with its full name; whether it is live is judged by the step's own time.
-- name: find
SELECT * FROM locks WHERE name = ?1
-- name: page
SELECT * FROM locks WHERE name > ?1 ORDER BY name LIMIT ?2
-- name: put
INSERT INTO locks VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
ON CONFLICT DO UPDATE SET owner = excluded.owner, token = excluded.token, acquired_at = excluded.acquired_at,
  expires_at = excluded.expires_at, session = excluded.session, agent = excluded.agent
-- name: drop
DELETE FROM locks WHERE name = ?1
-- name: of_agent
SELECT * FROM locks WHERE agent = ?1 ORDER BY name LIMIT ?2
-- name: of_session
SELECT * FROM locks WHERE session = ?1 ORDER BY name LIMIT ?2
-- name: count_agent
SELECT count(*) FROM locks WHERE agent = ?1
-- name: count_session
SELECT count(*) FROM locks WHERE session = ?1
