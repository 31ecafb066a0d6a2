-- message.sql: numbers are the thread's count plus one inside the step, so concurrent appends all stay, in one order.
-- name: find
SELECT * FROM messages WHERE thread = ?1 AND id = ?2
-- name: put
INSERT INTO messages VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
-- name: range
SELECT * FROM messages WHERE thread = ?1 AND number > ?2 AND number <= ?3 ORDER BY number
-- name: last
SELECT max(number) FROM messages WHERE thread = ?1
-- name: export_page
SELECT * FROM messages WHERE (thread, number) > (?1, ?2) ORDER BY thread, number LIMIT ?3
