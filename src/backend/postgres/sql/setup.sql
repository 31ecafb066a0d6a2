-- setup.sql: what is asked and said on a new connection. Reads, and settings of this session or transaction alone.
-- name: facts
SELECT pg_catalog.current_setting('server_version'), pg_catalog.current_setting('server_version_num'),
  pg_catalog.current_setting('server_encoding'), pg_catalog.pg_is_in_recovery(), pg_catalog.pg_backend_pid()
-- name: limit_session
SELECT pg_catalog.set_config('statement_timeout', $1, false),
  pg_catalog.set_config('default_transaction_isolation', 'read committed', false)
-- name: limit_transaction
SELECT pg_catalog.set_config('statement_timeout', $1, true)
