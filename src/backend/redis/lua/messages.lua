-- messages.lua: a range of one list; number n stands at index n - 1.
-- uses: read threads
if call('EXISTS', thread_key(v.thread)) == 0 then return refuse('unknown_thread', v.thread) end
local all = call('LLEN', messages_key(v.thread))
local from, till = 0, all
if v.after then
  from = math.min(v.after, all)
  till = math.min(from + v.limit, all)
else
  if v.before then till = math.min(math.max(v.before, 1) - 1, all) end
  from = math.max(till - v.limit, 0)
end
local more, items = from > 0, {}
if v.after then more = till < all end
if till > from then
  for i, text in ipairs(call('LRANGE', messages_key(v.thread), from, till - 1)) do items[i] = message_of(text, from + i) end
end
return done({items = items, more = more})
