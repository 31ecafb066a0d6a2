-- list_correlations.lua: without signals, by id; a page examines at most its limit.
-- uses: read correlations names
local items = {}
local names, more = names_after('correlations', v.after, v.limit)
for _, id in ipairs(names) do
  local known = live_correlation(id)
  if known and (not v.status or known.status == v.status) then items[#items + 1] = with_document(known) end
end
return done({items = items, next = more and names[#names]})
