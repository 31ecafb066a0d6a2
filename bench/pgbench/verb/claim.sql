-- claim.sql: the statement that baton itself sends for a lone claim.
\set turn :turn + 1
SELECT * FROM baton_equal.change_all(ARRAY['claim'], ARRAY[
  '{"agent": "agent-' || :turn || '","incarnation": "1","claim_id": "claim-' || :turn || '","lease_us": 86400000000,"pushed": false}'],
  ARRAY[''], ARRAY['']);
