-- correlations.lua: joint work: a hash, the orchestrator's document in a key of its own, and what each agent signalled.
-- uses: hash agenda
local function correlation_key(id) return P .. 'correlation:' .. id end
local function context_key(id) return P .. 'context:' .. id end
local function signals_key(id) return P .. 'signals:' .. id end
local function signal_names_key(id) return P .. 'signal_names:' .. id end

local function find_correlation(id) return picture(call('HGETALL', correlation_key(id))) end

local function is_expired(correlation) return correlation.expires_at and tonumber(correlation.expires_at) <= now end

local function live_correlation(id)
  local known = find_correlation(id)
  return known and not is_expired(known) and known or nil
end

-- A name holds letters and underscores alone, so names and versions together sort as the pairs do.
local function signal_name(name, version) return name .. format(':%010.0f', version) end

-- None of the parts but the body, which is the last, could hold a line break, and it does not.
local function signal_of(member, text)
  local at, late, body = string.match(text, '^(%d+)\n(%d)\n(.*)$')
  local name, version = string.match(member, '^(.*):(%d+)$')
  return {name = name, version = tonumber(version), at = at, late = late == '1', body = body}
end

local function signals_of(id)
  local members, signals = call('ZRANGE', signal_names_key(id), 0, -1), {}
  for i, member in ipairs(members) do signals[i] = signal_of(member, call('HGET', signals_key(id), member)) end
  return signals
end

local function with_document(correlation)
  correlation.document = call('GET', context_key(correlation.id)) or nil
  return correlation
end

local function whole(correlation)
  with_document(correlation).signals = signals_of(correlation.id)
  return correlation
end
