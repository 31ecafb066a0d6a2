-- rfc3339.lua: a time as the events write it. Days are counted from 1 March of the year 0, so that leap days come last.
local function rfc3339(micros)
  local seconds = floor(micros / 1000000)
  local days = floor(seconds / 86400)
  local rest = seconds - days * 86400
  local from_march = days + 719468
  local era = floor(from_march / 146097)
  local day_of_era = from_march - era * 146097
  local year_of_era = floor((day_of_era - floor(day_of_era / 1460) + floor(day_of_era / 36524)
                             - floor(day_of_era / 146096)) / 365)
  local day_of_year = day_of_era - (365 * year_of_era + floor(year_of_era / 4) - floor(year_of_era / 100))
  local month_from_march = floor((5 * day_of_year + 2) / 153)
  local day = day_of_year - floor((153 * month_from_march + 2) / 5) + 1
  local month = month_from_march < 10 and month_from_march + 3 or month_from_march - 9
  local year = year_of_era + era * 400 + (month <= 2 and 1 or 0)
  return format('%04d-%02d-%02dT%02d:%02d:%02d.%06dZ', year, month, day, floor(rest / 3600), floor(rest / 60) % 60,
                rest % 60, micros - seconds * 1000000)
end
