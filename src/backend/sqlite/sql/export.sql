-- export.sql: pages by key inside one read transaction; what other verbs page through has its statement there.
-- name: dependencies
SELECT * FROM dependencies WHERE (dependency, seq) > (?1, ?2) ORDER BY dependency, seq LIMIT ?3
-- name: late_results
SELECT * FROM late_results WHERE (task, attempt) > (?1, ?2) ORDER BY task, attempt LIMIT ?3
-- name: keys
SELECT * FROM keys WHERE key > ?1 ORDER BY key LIMIT ?2
