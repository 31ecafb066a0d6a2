-- purge_correlation.lua: with its document and signals, in one run, in whatever state it is.
-- uses: mutation correlation_changes
if not find_correlation(v.id) then return done({removed = false, more = false, after = 0}) end
drop_correlation(v.id)
append('correlation.purged', nil, nil, '{"correlation":' .. quote(v.id) .. '}')
return done({removed = true, more = false, after = 0})
