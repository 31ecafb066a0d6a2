-- export.lua: everything as rows, table by table, each in the order of its key, from where the last page ended.
-- uses: read tasks groups threads correlations records handoffs locks
local rows, limit = {}, v.limit
local key -- of the last row before this page, in its table only

local function is_full() return #rows == limit end

local function add(row, ...) rows[#rows + 1] = {extra.table, row, {...}} end

-- Every member of a set of names after the last one.
local function each_name(set, from, visit)
  if is_full() then return end
  for _, name in ipairs(call('ZRANGEBYLEX', P .. set, from and '(' .. from or '-', '+', 'LIMIT', 0, limit - #rows)) do
    visit(name)
  end
end

-- Two levels: the outer name goes on where the inner one ended.
local function each_nested(set, visit)
  local from = key and '[' .. key[1] or '-'
  while not is_full() do
    local some = call('ZRANGEBYLEX', P .. set, from, '+', 'LIMIT', 0, 100)
    for _, name in ipairs(some) do
      if is_full() then return end
      visit(name, key and key[1] == name and key or nil)
    end
    if #some < 100 then return end
    from = '(' .. some[#some]
  end
end

-- The members of a sorted set by score after the last one.
local function each_score(set, after, visit)
  local found = call('ZRANGEBYSCORE', set, after and '(' .. after or '-inf', '+inf', 'WITHSCORES', 'LIMIT', 0, limit - #rows)
  for i = 1, #found, 2 do visit(found[i], int(found[i + 1])) end
end

local function deliveries(name, from, dead)
  each_score(dead and dead_key(name) or pending_key(name), from and from[2], function(at)
    local row
    if dead then
      row = letter_of(call('HGET', letter_key(name), at), at)
    else
      local count, consumer = delivery_of(name, at)
      row = {count = count, consumer = consumer, at = call('ZSCORE', hidden_key(name), at)}
      local kept = call('HGET', kept_key(name), at)
      row.event = kept and letter_of(kept, at).event or nil
    end
    row.group, row.position, row.dead = name, at, dead
    add(row, name, at)
  end)
end

local tables = {
  function() -- meta
    if not key then add({position = position, seq = seq, all_paused = call('HGET', P .. 'meta', 'all_paused') == '1'}, 'meta') end
  end,
  function() -- agents
    each_name('agents', key and key[1], function(id) add(call('HGETALL', P .. 'agent:' .. id), id) end)
  end,
  function() -- tasks
    each_score(P .. 'tasks_by_seq', key and key[1], function(id, at) add(with_bodies(find_task(id)), at) end)
  end,
  function() -- dependencies
    each_nested('depended', function(id, from)
      each_score(P .. 'dependants:' .. id, from and from[2], function(dependant, at)
        add({dependency = id, dependant = dependant}, id, at)
      end)
    end)
  end,
  function() -- late_results
    each_name('late', key and handoff_name(key[1], key[2]), function(name)
      local task, attempt = string.sub(name, 1, 36), int(string.sub(name, 38))
      add({task = task, attempt = attempt}, task, attempt)
    end)
  end,
  function() -- keys
    each_name('key_names', key and key[1], function(name)
      add({key = name, task = call('HGET', P .. 'keys', name), expires_at = call('ZSCORE', P .. 'key_expiries', name)}, name)
    end)
  end,
  function() -- paused_lanes
    each_name('paused', key and key[1], function(lane) add({lane = lane}, lane) end)
  end,
  function() -- events
    for _, entry in ipairs(entries_after(key and key[1] or 0, limit - #rows)) do
      add(event_of(entry), int(position_of(entry[1])))
    end
  end,
  function() -- groups
    each_name('groups', key and key[1], function(name) add(find_group(name), name) end)
  end,
  function() each_nested('groups', function(name, from) deliveries(name, from, false) end) end,
  function() each_nested('groups', function(name, from) deliveries(name, from, true) end) end,
  function() -- threads
    each_name('threads', key and key[1], function(id) add(find_thread(id), id) end)
  end,
  function() -- messages
    each_nested('threads', function(id, from)
      local after = from and tonumber(from[2]) or 0
      for i, text in ipairs(call('LRANGE', messages_key(id), after, after + limit - #rows - 1)) do
        add({thread = id, message = message_of(text, after + i)}, id, int(after + i))
      end
    end)
  end,
  function() -- sessions
    each_name('sessions', key and key[1], function(id)
      add({id = id, deadline = call('ZSCORE', P .. 'session_deadlines', id)}, id)
    end)
  end,
  function() -- locks
    each_name('locks', key and key[1], function(name) add(find_lock(name), name) end)
  end,
  function() -- results
    each_name('results', key and handoff_name(key[1], key[2]), function(name)
      local task, attempt = string.sub(name, 1, 36), int(string.sub(name, 38))
      add(call('HGETALL', handoff_key(task, attempt)), task, attempt)
    end)
  end,
  function() -- correlations
    each_name('correlations', key and key[1], function(id) add(with_document(find_correlation(id)), id) end)
  end,
  function() -- signals
    each_nested('correlations', function(id, from)
      each_name('signal_names:' .. id, from and signal_name(from[2], from[3]), function(member)
        local signal = signal_of(member, call('HGET', signals_key(id), member))
        add({correlation = id, signal = signal}, id, signal.name, int(signal.version))
      end)
    end)
  end,
  function() -- records
    each_name('records', key and record_name(key[1], key[2]), function(name)
      local kind, rest = string.match(name, '^(.-)\n(.*)$')
      add(find_record(name), kind, rest)
    end)
  end,
}

key = #extra.key > 0 and extra.key or nil
while extra.table < #tables and not is_full() do
  tables[extra.table + 1]()
  extra.table = extra.table + 1
  key = nil
end
return done(rows)
