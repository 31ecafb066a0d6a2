-- marks.sql: tells an empty file from one that another program has filled.
-- name: count_tables
SELECT count(*) FROM sqlite_schema
