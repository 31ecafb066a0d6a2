-- correlation_changes.lua: how a correlation moves on, with the agendas that know when it must.
-- uses: correlations log
local function plan_correlation(correlation)
  plan('collecting', correlation.id, correlation.status == 'collecting' and correlation.timeout_at or nil)
  plan('correlation_expiries', correlation.id, correlation.expires_at)
end

local function log_correlation_changed(correlation, before)
  append('correlation.changed', nil, nil, '{"correlation":' .. quote(correlation.id) .. ',"from":"' .. before ..
         '","to":"' .. correlation.status .. '","version":' .. correlation.version .. ',"step":' ..
         quote(correlation.step or '') .. '}')
end

local function move(correlation, status)
  local before = correlation.status
  update(correlation_key(correlation.id), correlation, {status = status, version = correlation.version + 1,
                                                        updated_at = now})
  plan_correlation(correlation)
  log_correlation_changed(correlation, before)
end

-- How many of the expected names have signalled.
local function signals_in(correlation)
  local found = 0
  for _, name in ipairs(cjson.decode(correlation.expected)) do
    local first = call('ZRANGEBYLEX', signal_names_key(correlation.id), '[' .. name .. ':', '(' .. name .. ';', 'LIMIT', 0, 1)
    if first[1] then found = found + 1 end
  end
  return found
end

-- Ends collecting if its time is over.
local function time_out(correlation)
  if correlation.status ~= 'collecting' or tonumber(correlation.timeout_at) > now then return end
  local enough = signals_in(correlation) >= (tonumber(correlation.min_agents) or 1)
  move(correlation, enough and 'ready' or 'failed')
end

local function drop_correlation(id)
  plan('collecting', id, nil)
  plan('correlation_expiries', id, nil)
  call('ZREM', P .. 'correlations', id)
  call('DEL', correlation_key(id), context_key(id), signals_key(id), signal_names_key(id))
end

local function expire_correlation(id)
  drop_correlation(id)
  append('correlation.expired', nil, nil, '{"correlation":' .. quote(id) .. '}')
end
