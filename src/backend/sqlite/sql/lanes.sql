-- lanes.sql: only the writer touches these, so what it remembers of them between two groups is what the file holds.
-- name: load
SELECT lane, live, paused FROM lanes
-- name: load_lines
SELECT lane, priority, depth FROM lines
-- name: put
INSERT INTO lanes VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET live = excluded.live, paused = excluded.paused
-- name: drop
DELETE FROM lanes WHERE lane = ?1
-- name: put_line
INSERT INTO lines VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET depth = excluded.depth
-- name: drop_line
DELETE FROM lines WHERE lane = ?1 AND priority = ?2
-- name: line_up
INSERT INTO ready VALUES (?1, ?2, ?3, ?4)
-- name: leave_line
DELETE FROM ready WHERE lane = ?1 AND priority = ?2 AND place = ?3
-- name: first
SELECT priority, place, task FROM ready WHERE lane = ?1 ORDER BY priority, place LIMIT 1
