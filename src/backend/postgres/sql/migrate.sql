-- migrate.sql: run in one transaction that holds a lock on the name of the schema, so any number of programs may start at once.
-- name: begin
BEGIN ISOLATION LEVEL READ COMMITTED
-- name: lock
SELECT pg_advisory_xact_lock(hashtextextended($1, 47216))
-- name: find
SELECT to_regclass($1) IS NOT NULL
-- name: find_schema
SELECT to_regnamespace($1) IS NOT NULL
-- name: create_schema
CREATE SCHEMA baton_ns
-- name: prepare
CREATE TABLE IF NOT EXISTS baton_ns.migrations (
  number integer PRIMARY KEY,
  name text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
)
-- name: applied
SELECT number, name, checksum FROM baton_ns.migrations ORDER BY number
-- name: note
INSERT INTO baton_ns.migrations (number, name, checksum) VALUES ($1, $2, $3)
ON CONFLICT (number) DO UPDATE SET name = excluded.name, checksum = excluded.checksum, applied_at = now()
-- name: old_functions
SELECT coalesce(string_agg('DROP FUNCTION ' || p.oid::regprocedure::text, ';'), '')
FROM pg_proc p WHERE p.pronamespace = to_regnamespace($1)
-- name: unchecked
SET LOCAL check_function_bodies = off
-- name: mend
SELECT baton_ns.mend_queue()
-- name: commit
COMMIT
-- name: rollback
ROLLBACK
-- name: erase
DROP SCHEMA IF EXISTS baton_ns CASCADE
