-- session.sql: what belongs to one direct connection and ends with it: its channel and its advisory locks.
-- name: choose_channel
SELECT pg_catalog.set_config('baton.channel', $1, false)
-- name: listen
DO $$ BEGIN EXECUTE pg_catalog.format('LISTEN %I', pg_catalog.current_setting('baton.channel')); END $$
-- name: hold
SELECT pg_catalog.pg_try_advisory_lock($1::bigint)
-- name: drop
SELECT pg_catalog.pg_advisory_unlock($1::bigint)
