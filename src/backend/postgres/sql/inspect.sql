-- inspect.sql: reads what is derived from other rows, one whole table each, while the store is frozen.
-- name: ready
SELECT task, lane, priority, place FROM baton_ns.ready
-- name: lines
SELECT lane, priority, depth FROM baton_ns.lines WHERE depth <> 0
-- name: heads
SELECT DISTINCT ON (lane) lane, priority, head FROM baton_ns.lines WHERE depth <> 0 AND NOT paused ORDER BY lane, priority
-- name: unresolved
SELECT task FROM baton_ns.unresolved
-- name: beats
SELECT agent, deadline FROM baton_ns.beats
-- name: pending
SELECT name, pending FROM baton_ns.groups WHERE pending <> 0
-- name: dead
SELECT name, dead FROM baton_ns.groups WHERE dead <> 0
-- name: last_deliveries
SELECT grp, position, at FROM baton_ns.deliveries WHERE NOT dead AND last
-- name: strays
SELECT 'seq ' || d.seq || ' is not that of the dependant ' || d.dependant
FROM baton_ns.dependencies d JOIN baton_ns.tasks t ON t.id = d.dependant WHERE t.seq <> d.seq LIMIT 1000
