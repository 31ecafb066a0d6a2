-- mutation.lua: a frozen store refuses before anything is looked at.
-- uses: write
if counters[4] == '1' then return refuse('frozen') end
