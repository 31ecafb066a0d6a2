-- lanes.lua: the lines that tasks wait in. `heads` holds the score of the first of each lane that is not paused, so that
-- a claim costs the same however many lanes it serves.
local max_lanes = 1024
local one_priority = 8796093022208 -- 2^43: score = priority * 2^43 + place, exact in a double

local function queue_of(lane) return P .. 'task_queue:' .. lane end

local function is_paused(lane) return call('ZSCORE', P .. 'paused', lane) end

local function refresh_head(lane)
  local head = call('ZRANGE', queue_of(lane), 0, 0, 'WITHSCORES')
  if head[2] and not is_paused(lane) then
    call('ZADD', P .. 'heads', head[2], lane)
  else
    call('ZREM', P .. 'heads', lane)
  end
end

local function enqueue(lane, score, id)
  call('ZADD', queue_of(lane), int(score), id)
  if not is_paused(lane) then call('ZADD', P .. 'heads', 'LT', int(score), lane) end
end

local function dequeue(lane, id)
  call('ZREM', queue_of(lane), id)
  refresh_head(lane)
end

local function is_lane(lane) return call('ZSCORE', P .. 'lanes', lane) end

-- The number of tasks in the lane that have not ended.
local function count_live(lane, by)
  local live = call('HINCRBY', P .. 'lane_live', lane, by)
  if by > 0 and live == by then call('ZADD', P .. 'lanes', 0, lane) end
  if live > 0 then return end
  call('HDEL', P .. 'lane_live', lane)
  if not is_paused(lane) then call('ZREM', P .. 'lanes', lane) end
end
