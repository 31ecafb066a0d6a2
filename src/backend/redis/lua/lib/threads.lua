-- threads.lua: a conversation is a hash and a list of messages, each a line of its own that is never rewritten.
-- uses: hash
local function thread_key(id) return P .. 'thread:' .. id end
local function messages_key(id) return P .. 'messages:' .. id end

local function find_thread(id) return picture(call('HGETALL', thread_key(id))) end

-- None of the parts holds a line break.
local function message_text(id, role, task, at, body) return table.concat({id, role, task or '', at, body}, '\n') end

local function message_of(text, number)
  local id, role, task, at, body = string.match(text, '^([^\n]*)\n([^\n]*)\n([^\n]*)\n([^\n]*)\n(.*)$')
  return {id = id, number = number, role = role, task = task ~= '' and task or nil, at = at, body = body}
end
