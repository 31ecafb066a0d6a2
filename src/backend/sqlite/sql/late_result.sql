-- late_result.sql: inserted at most once an attempt, so its event is written once.
-- name: put
INSERT OR IGNORE INTO late_results VALUES (?1, ?2)
-- name: drop
DELETE FROM late_results WHERE task = ?1
