-- get.sql: a task by its id.
\set number random(1, :fill)
SELECT * FROM plain.tasks t WHERE t.id = lpad(to_hex(:number::bigint), 32, '0')::uuid;
