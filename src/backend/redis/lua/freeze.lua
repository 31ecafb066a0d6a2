-- freeze.lua: the flag that every mutation looks at first.
-- uses: write
call('HSET', P .. 'meta', 'frozen', v.frozen and '1' or '0')
return done({})
