-- get_correlation.lua: with its document and signals, while it is kept.
-- uses: read correlations
local known = live_correlation(v.id)
if not known then return refuse('unknown_correlation', v.id) end
return done(whole(known))
