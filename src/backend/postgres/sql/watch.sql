-- watch.sql: reads one row, or tells others of what is committed already.
-- name: last
SELECT last_position FROM baton_ns.counters()
-- name: tell
SELECT pg_notify($1, said) FROM unnest(string_to_array($2, ' ')) said
