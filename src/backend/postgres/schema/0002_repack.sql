-- 0002_repack.sql: when tables were last looked at for repacking (functions/repack.sql). A sequence, so that it is known even if
-- the step that did so came to nothing.
CREATE SEQUENCE baton_ns.repacked MINVALUE 0;
