-- delivery.sql: a delivery is one row, pending or dead; handing it out and hiding it is one write.
-- name: find
SELECT * FROM deliveries WHERE grp = ?1 AND dead = ?2 AND position = ?3
-- name: page
SELECT * FROM deliveries WHERE grp = ?1 AND dead = ?2 AND position > ?3 ORDER BY position LIMIT ?4
-- name: export_page
SELECT * FROM deliveries WHERE (grp, position) > (?2, ?3) AND dead = ?1 ORDER BY grp, position LIMIT ?4
-- name: lapsed
SELECT * FROM deliveries WHERE grp = ?1 AND dead = 0 AND +at <= ?2
  AND EXISTS (SELECT 1 FROM deliveries INDEXED BY deliveries_lapsing WHERE grp = ?1 AND dead = 0 AND at <= ?2)
ORDER BY position LIMIT ?3
-- name: put
INSERT INTO deliveries VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
ON CONFLICT DO UPDATE SET consumer = excluded.consumer, count = excluded.count, at = excluded.at, last = excluded.last,
  event_at = excluded.event_at, event_type = excluded.event_type, event_task = excluded.event_task,
  event_agent = excluded.event_agent, event_payload = excluded.event_payload
-- name: mark_last
UPDATE deliveries SET last = count >= ?2 WHERE grp = ?1 AND dead = 0 AND last <> (count >= ?2)
-- name: drop
DELETE FROM deliveries WHERE grp = ?1 AND dead = ?2 AND position = ?3
-- name: oldest
SELECT min(position) FROM deliveries WHERE grp = ?1 AND dead = 0
-- name: oldest_needed
SELECT position FROM deliveries WHERE grp = ?1 AND dead = 0 AND event_at IS NULL ORDER BY position LIMIT 1
-- name: drop_trimmed
DELETE FROM deliveries WHERE grp = ?1 AND dead = 0 AND position <= ?2 AND event_at IS NULL
