-- records.lua: entries under a kind and a key. A kind holds no slash.
-- uses: hash agenda
local function record_name(kind, key) return kind .. '\n' .. key end
local function record_key(name) return P .. 'record:' .. string.gsub(name, '\n', '/', 1) end

local function find_record(name) return picture(call('HGETALL', record_key(name))) end

local function is_kept(record) return not record.expires_at or tonumber(record.expires_at) > now end

local function drop_record(name)
  plan('record_expiries', name, nil)
  call('ZREM', P .. 'records', name)
  call('DEL', record_key(name))
end

local function put_record(name, record)
  call('DEL', record_key(name))
  update(record_key(name), {}, record)
  call('ZADD', P .. 'records', 0, name)
  plan('record_expiries', name, record.expires_at)
end
