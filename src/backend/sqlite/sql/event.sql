-- event.sql: positions come from the writer's counter inside the step, so they are dense and in the order of commits.
-- name: put
INSERT INTO events VALUES (?1, ?2, ?3, ?4, ?5, ?6)
-- name: find
SELECT * FROM events WHERE position = ?1
-- name: page
SELECT * FROM events WHERE position > ?1 ORDER BY position LIMIT ?2
-- name: first
SELECT min(position) FROM events
-- name: last
SELECT max(position) FROM events
-- name: trim
DELETE FROM events WHERE position <= ?1
