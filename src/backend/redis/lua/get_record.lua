-- get_record.lua: one hash, while it is kept.
-- uses: read records
local record = find_record(record_name(v.kind, v.key))
if not record or not is_kept(record) then return refuse('unknown_record', v.kind, v.key) end
return done(record)
