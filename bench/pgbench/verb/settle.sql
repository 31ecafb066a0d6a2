-- settle.sql: the statement that baton itself sends for a lone settle. Tasks were claimed in the order of their ids.
\set turn :turn + 1
SELECT * FROM baton_equal.change_all(ARRAY['settle'], ARRAY[
  '{"fence": {"agent": "agent-' || :turn || '","incarnation": "1","task": "' || lpad(to_hex(1 + :turn), 32, '0')::uuid || '","attempt": 1},'
  '"kind": "complete","body": "{\"answer\": \"done\"}","retry": true,'
  '"extra": {"digest": "c419a46a10e250a505215ea851338d1c","delays": []}}'], ARRAY[''], ARRAY['']);
