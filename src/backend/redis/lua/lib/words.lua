-- words.lua: what people and agents wrote into the payload of a task's event (error, why, result) always comes last. A quote
-- inside of a text is written with a backslash, so none of these can stand in one.
local function without_words(payload)
  local first
  for _, mark in ipairs({',"error":', ',"why":', ',"result":'}) do
    local at = string.find(payload, mark, 1, true)
    if at and (not first or at < first) then first = at end
  end
  return first and string.sub(payload, 1, first - 1) .. '}'
end
