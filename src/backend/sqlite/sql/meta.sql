-- meta.sql: one row, written once a group inside its transaction, so counters and rows are never apart.
-- name: load
SELECT position, seq, step, now, all_paused, frozen, (SELECT count(*) FROM unresolved) FROM meta
-- name: save
UPDATE meta SET position = ?1, seq = ?2, step = ?3, now = ?4, all_paused = ?5, frozen = ?6
-- name: notes
SELECT text FROM notes ORDER BY number
-- name: add_note
INSERT INTO notes (text) VALUES (?1)
