-- list_agents.lua: by id; a page examines at most its limit.
-- uses: read names
local items, next_id = {}, false
local names, more = names_after('agents', v.after, v.limit)
for _, id in ipairs(names) do
  if not v.state or call('HGET', P .. 'agent:' .. id, 'state') == v.state then
    items[#items + 1] = call('HGETALL', P .. 'agent:' .. id)
  end
end
if more then next_id = names[#names] end
return done({items = items, next = next_id})
