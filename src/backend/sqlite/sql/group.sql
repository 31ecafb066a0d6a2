-- group.sql: cursor and counts change in the step that hands out, settles or gives up the deliveries they count.
-- name: all
SELECT * FROM groups ORDER BY name
-- name: page
SELECT * FROM groups WHERE name > ?1 ORDER BY name LIMIT ?2
-- name: find
SELECT * FROM groups WHERE name = ?1
-- name: count
SELECT count(*) FROM groups
-- name: put
INSERT INTO groups VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
ON CONFLICT DO UPDATE SET cursor = excluded.cursor, visibility = excluded.visibility,
  max_deliveries = excluded.max_deliveries, dropped = excluded.dropped, created_at = excluded.created_at,
  pending = excluded.pending, dead = excluded.dead
-- name: drop
DELETE FROM groups WHERE name = ?1
-- name: drop_deliveries
DELETE FROM deliveries WHERE grp = ?1
