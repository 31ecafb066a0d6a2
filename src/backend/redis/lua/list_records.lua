-- list_records.lua: of one kind by key; a page examines at most its limit.
-- uses: read records
local from = v.after and v.after ~= '' and '(' .. record_name(v.kind, v.after) or '[' .. record_name(v.kind, '')
local names = call('ZRANGEBYLEX', P .. 'records', from, '(' .. v.kind .. '\011', 'LIMIT', 0, v.limit + 1)
local items, next_key = {}, false
for i, name in ipairs(names) do
  if i > v.limit then
    next_key = string.sub(names[i - 1], #v.kind + 2)
    break
  end
  local record = find_record(name)
  if is_kept(record) then items[#items + 1] = record end
end
return done({items = items, next = next_key})
