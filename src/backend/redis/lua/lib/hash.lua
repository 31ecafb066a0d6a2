-- hash.lua: a hash and our picture of it, kept equal.
local function picture(flat)
  if #flat == 0 then return nil end
  local map = {}
  for i = 1, #flat, 2 do map[flat[i]] = flat[i + 1] end
  return map
end

-- false takes a field away.
local function update(key, map, changes)
  local set, gone = {}, {}
  for name, value in pairs(changes) do
    if value == false then
      if map[name] then gone[#gone + 1] = name end
      map[name] = nil
    else
      if type(value) == 'number' then value = int(value) end
      map[name] = value
      set[#set + 1] = name
      set[#set + 1] = value
    end
  end
  if #set > 0 then call('HSET', key, unpack(set)) end
  if #gone > 0 then call('HDEL', key, unpack(gone)) end
end
