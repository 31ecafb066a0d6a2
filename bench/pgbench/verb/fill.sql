-- fill.sql: as ../fill.sql, by verbs.
SELECT count(*) FROM generate_series(0, :agents - 1) n CROSS JOIN LATERAL baton_equal.change_all(ARRAY['register'], ARRAY[
  '{"agent":"agent-' || n || '","incarnation":"1","lanes":["bench-0"],"version":"","metadata":"null","ttl_us":86400000000}'],
  ARRAY[''], ARRAY['']);
SELECT count(*) FROM generate_series(1, :fill) n CROSS JOIN LATERAL baton_equal.change_all(ARRAY['submit'], ARRAY[
  '{"tasks":[{"id":"' || lpad(to_hex(n), 32, '0')::uuid || '","kind":"bench","lane":"bench-0","priority":500,'
  '"payload":"{\"prompt\":\"summarise the page and list its sources\",\"url\":\"page-' || n || '\",\"depth\":2}",'
  '"max_attempts":3,"depends_on":[],"on_failed_dependency":"fail_fast","traceparent":"","metadata":"null"}],'
  '"extra":{"digests":["3c536ddb0353b748cc0572ddefbf3e9f"],"cyclic":false}}'], ARRAY[''], ARRAY['']);
VACUUM ANALYZE;
CHECKPOINT;
