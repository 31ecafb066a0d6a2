-- queue.sql: reads of the counts and heads that the writer keeps in step with the lines.
-- name: paused
SELECT lane FROM lanes WHERE paused = 1 AND lane > ?1 ORDER BY lane LIMIT ?2
-- name: lines
SELECT l.lane, l.priority, l.depth,
  (SELECT t.created_at FROM ready r JOIN tasks t ON t.id = r.task
   WHERE r.lane = l.lane AND r.priority = l.priority ORDER BY r.place LIMIT 1)
FROM lines l WHERE (l.lane, l.priority) > (?1, ?2) ORDER BY l.lane, l.priority LIMIT ?3
-- name: peek
SELECT task, priority, place FROM ready WHERE lane = ?1 ORDER BY priority, place LIMIT ?2
