-- purge.sql: what was written is overwritten in the step that removes its task, so no reader sees the one without the other.
-- name: last_event
SELECT position FROM events WHERE position > ?1 ORDER BY position LIMIT 1 OFFSET ?2
-- name: last_delivery
SELECT position FROM deliveries WHERE grp = ?1 AND dead = ?2 AND position > ?3 ORDER BY position LIMIT 1 OFFSET ?4
-- name: events
SELECT position, payload FROM events WHERE position > ?1 AND position <= ?2 AND task = ?3
-- name: set_event
UPDATE events SET payload = ?2 WHERE position = ?1
-- name: copies
SELECT position, event_payload FROM deliveries
WHERE grp = ?1 AND dead = ?2 AND position > ?3 AND position <= ?4 AND event_task = ?5
-- name: set_copy
UPDATE deliveries SET event_payload = ?4 WHERE grp = ?1 AND dead = ?2 AND position = ?3
-- name: results
DELETE FROM results WHERE task = ?1 AND attempt IN (SELECT attempt FROM results WHERE task = ?1 ORDER BY attempt LIMIT ?2)
-- name: key
DELETE FROM keys WHERE key = ?1 AND task = ?2
-- name: is_unresolved
SELECT seq FROM unresolved WHERE seq = ?1
-- name: messages
DELETE FROM messages WHERE thread = ?1 AND number > ?2
-- name: thread
DELETE FROM threads WHERE id = ?1
