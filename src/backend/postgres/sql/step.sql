-- step.sql: the calls that carry verbs. Each is one statement and so one transaction.
-- name: write
SELECT * FROM baton_ns.change_all($1, $2, $3, $4)
-- name: read
SELECT * FROM baton_ns.look_all($1, $2, $3, $4)
-- name: beat
SELECT * FROM baton_ns.beat_all($1, $2, $3, $4)
-- name: unstick
SELECT baton_ns.unstick()
-- name: one_write
SELECT * FROM baton_ns.change_all(ARRAY[$1], ARRAY[$2], ARRAY[''], ARRAY[''])
-- name: one_read
SELECT * FROM baton_ns.look_all(ARRAY[$1], ARRAY[$2], ARRAY[''], ARRAY[''])
