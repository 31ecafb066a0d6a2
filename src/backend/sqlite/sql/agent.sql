-- agent.sql: one row an agent; every change is made by the one writer inside the step that decided it.
-- name: find
SELECT * FROM agents WHERE id = ?1
-- name: page
SELECT * FROM agents WHERE id > ?1 ORDER BY id LIMIT ?2
-- name: put
INSERT INTO agents VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
ON CONFLICT DO UPDATE SET state = excluded.state, incarnation = excluded.incarnation, deadline = excluded.deadline,
  current_task = excluded.current_task, attempt = excluded.attempt, lanes = excluded.lanes, version = excluded.version,
  claims_from = excluded.claims_from, crashes = excluded.crashes, last_claim = excluded.last_claim,
  registered_at = excluded.registered_at
-- name: metadata
SELECT metadata FROM agent_metadata WHERE agent = ?1
-- name: put_metadata
INSERT INTO agent_metadata VALUES (?1, ?2) ON CONFLICT DO UPDATE SET metadata = excluded.metadata
-- name: drop
DELETE FROM agents WHERE id = ?1
-- name: drop_metadata
DELETE FROM agent_metadata WHERE agent = ?1
