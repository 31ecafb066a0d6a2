-- submit.sql: the statement that baton itself sends for a lone submit. (Spaces keep pgbench from seeing variables.)
\set turn :turn + 1
SELECT * FROM baton_equal.change_all(ARRAY['submit'], ARRAY[
  '{"tasks": [{"id": "' || lpad(to_hex(:fill + 1 + :turn), 32, '0')::uuid || '","kind": "bench","lane": "bench-0","priority": 500,'
  '"payload": "{\"prompt\": \"summarise the page and list its sources\",\"url\": \"page-' || :turn || '\",\"depth\": 2}",'
  '"max_attempts": 3,"depends_on": [],"on_failed_dependency": "fail_fast","traceparent": "","metadata": "null"}],'
  '"extra": {"digests": ["3c536ddb0353b748cc0572ddefbf3e9f"],"cyclic": false}}'], ARRAY[''], ARRAY['']);
