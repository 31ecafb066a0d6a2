-- names.lua: sets of names in the order of their bytes.
local function names_after(set, after, limit)
  local from = after and after ~= '' and '(' .. after or '-'
  local names = call('ZRANGEBYLEX', P .. set, from, '+', 'LIMIT', 0, limit + 1)
  local more = #names > limit
  if more then names[#names] = nil end
  return names, more
end
