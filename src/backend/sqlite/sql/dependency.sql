-- dependency.sql: an edge is deleted in the step that takes it into account, so it counts exactly once.
-- name: add
INSERT OR IGNORE INTO dependencies VALUES (?1, ?2, ?3)
-- name: note_ended
INSERT OR IGNORE INTO unresolved SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM dependencies WHERE dependency = ?2)
-- name: forget_ended
DELETE FROM unresolved WHERE seq = ?1
-- name: forget_told
DELETE FROM unresolved WHERE task = ?1 AND NOT EXISTS (SELECT 1 FROM dependencies WHERE dependency = ?1)
-- name: first_ended
SELECT task FROM unresolved ORDER BY seq LIMIT 1
-- name: first_dependants
SELECT seq, dependant FROM dependencies WHERE dependency = ?1 ORDER BY seq LIMIT 2
-- name: remove
DELETE FROM dependencies WHERE dependency = ?1 AND seq = ?2
