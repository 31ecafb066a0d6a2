-- sweep.sql: each walks an index of what time alone makes due, so a sweep costs what is due and not what exists.
-- name: agents
SELECT id FROM agents INDEXED BY agents_due WHERE state <> 5 AND deadline <= ?1 ORDER BY deadline, id LIMIT 1
-- name: locks
SELECT name FROM locks INDEXED BY locks_due WHERE expires_at <= ?1 ORDER BY expires_at, name LIMIT 1
-- name: sessions
SELECT id FROM sessions INDEXED BY sessions_due WHERE deadline <= ?1 ORDER BY deadline, id LIMIT 1
-- name: deadlines
SELECT id FROM tasks INDEXED BY tasks_deadline
WHERE deadline IS NOT NULL AND status < 4 AND deadline <= ?1 ORDER BY deadline, id LIMIT 1
-- name: scheduled
SELECT id FROM tasks INDEXED BY tasks_scheduled WHERE status = 1 AND run_at <= ?1 ORDER BY run_at, id LIMIT 1
-- name: collecting
SELECT id FROM correlations INDEXED BY correlations_collecting
WHERE status = 0 AND timeout_at <= ?1 ORDER BY timeout_at, id LIMIT 1
-- name: deliveries
SELECT grp, position FROM deliveries INDEXED BY deliveries_last
WHERE dead = 0 AND last = 1 AND at <= ?1 ORDER BY at, grp, position LIMIT 1
-- name: results
SELECT task, attempt FROM results INDEXED BY results_due
WHERE expires_at <= ?1 ORDER BY expires_at, task, attempt LIMIT 1
-- name: records
SELECT kind, key FROM records INDEXED BY records_due
WHERE expires_at IS NOT NULL AND expires_at <= ?1 ORDER BY expires_at, kind, key LIMIT 1
-- name: correlations
SELECT id FROM correlations INDEXED BY correlations_due
WHERE expires_at IS NOT NULL AND expires_at <= ?1 ORDER BY expires_at, id LIMIT 1
-- name: keys
SELECT key FROM keys INDEXED BY keys_due WHERE expires_at <= ?1 ORDER BY expires_at, key LIMIT 1
-- name: ended
SELECT id FROM tasks INDEXED BY tasks_ended
WHERE ended_at IS NOT NULL AND ended_at <= ?1 ORDER BY ended_at, id LIMIT 1
-- name: next
SELECT
  (SELECT deadline FROM agents INDEXED BY agents_due WHERE state <> 5 ORDER BY deadline LIMIT 1),
  (SELECT expires_at FROM locks INDEXED BY locks_due ORDER BY expires_at LIMIT 1),
  (SELECT deadline FROM sessions INDEXED BY sessions_due ORDER BY deadline LIMIT 1),
  (SELECT deadline FROM tasks INDEXED BY tasks_deadline WHERE deadline IS NOT NULL AND status < 4
   ORDER BY deadline LIMIT 1),
  (SELECT run_at FROM tasks INDEXED BY tasks_scheduled WHERE status = 1 ORDER BY run_at LIMIT 1),
  (SELECT timeout_at FROM correlations INDEXED BY correlations_collecting WHERE status = 0
   ORDER BY timeout_at LIMIT 1),
  (SELECT at FROM deliveries INDEXED BY deliveries_last WHERE dead = 0 AND last = 1 ORDER BY at LIMIT 1),
  (SELECT expires_at FROM results INDEXED BY results_due ORDER BY expires_at LIMIT 1),
  (SELECT expires_at FROM records INDEXED BY records_due WHERE expires_at IS NOT NULL ORDER BY expires_at LIMIT 1),
  (SELECT expires_at FROM correlations INDEXED BY correlations_due WHERE expires_at IS NOT NULL
   ORDER BY expires_at LIMIT 1),
  (SELECT expires_at FROM keys INDEXED BY keys_due ORDER BY expires_at LIMIT 1),
  (SELECT ended_at FROM tasks INDEXED BY tasks_ended WHERE ended_at IS NOT NULL ORDER BY ended_at LIMIT 1)
