-- 0002_trace.sql: every event of a task tells its trace, and the verbs that write events read `tasks` and no body. The column of
-- task_bodies stays, empty in new rows: to drop it, SQLite would write every payload anew.
ALTER TABLE tasks ADD COLUMN traceparent TEXT NOT NULL DEFAULT '';
UPDATE tasks SET traceparent = b.traceparent FROM task_bodies b WHERE b.seq = tasks.seq AND b.traceparent <> '';
