-- inspect.sql: reads what is derived from other rows, one whole table each, while nobody else has the file open.
-- name: ready
SELECT task, lane, priority, place FROM ready
-- name: lines
SELECT lane, priority, depth FROM lines
-- name: lanes
SELECT lane, live, paused FROM lanes
-- name: unresolved
SELECT task FROM unresolved
-- name: pending
SELECT name, pending FROM groups WHERE pending <> 0
-- name: dead
SELECT name, dead FROM groups WHERE dead <> 0
-- name: last_deliveries
SELECT grp, position, at FROM deliveries WHERE dead = 0 AND last <> 0
-- name: strays
SELECT 'task_bodies', 'seq ' || seq || ' belongs to no task' FROM task_bodies WHERE seq NOT IN (SELECT seq FROM tasks)
UNION ALL
SELECT 'task_outcomes', 'seq ' || seq || ' belongs to no task' FROM task_outcomes WHERE seq NOT IN (SELECT seq FROM tasks)
UNION ALL
SELECT 'task_bodies', 'the task at seq ' || seq || ' has lost its body' FROM tasks WHERE seq NOT IN (SELECT seq FROM task_bodies)
UNION ALL
SELECT 'agent_metadata', agent || ' is no agent' FROM agent_metadata WHERE agent NOT IN (SELECT id FROM agents)
UNION ALL
SELECT 'agent_metadata', 'that of agent ' || id || ' is gone' FROM agents WHERE id NOT IN (SELECT agent FROM agent_metadata)
UNION ALL
SELECT 'dependencies', 'seq ' || d.seq || ' is not that of the dependant' FROM dependencies d JOIN tasks t ON t.id = d.dependant
  WHERE t.seq <> d.seq
LIMIT 1000
