-- quote.lua: text as a canonical JSON string.
local escapes = {['"'] = '\\"', ['\\'] = '\\\\', ['\b'] = '\\b', ['\f'] = '\\f', ['\n'] = '\\n', ['\r'] = '\\r',
                 ['\t'] = '\\t', ['\127'] = '\127'}

local function quote(text)
  return '"' .. string.gsub(text, '[%c"\\]', function(c)
    return escapes[c] or format('\\u%04x', string.byte(c))
  end) .. '"'
end
