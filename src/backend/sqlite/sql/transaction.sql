-- transaction.sql: IMMEDIATE takes the write lock at once, so that no step fails half way for want of it.
-- name: begin
BEGIN IMMEDIATE
-- name: commit
COMMIT
-- name: rollback
ROLLBACK
-- name: begin_read
BEGIN
