#pragma once

#include <string>

#include "baton/error.hpp"

namespace baton::sqlite {

/// Sets a damaged file aside as PATH.damaged-YYYYMMDDTHHMMSSZ, with its log, and puts a new one in its place that holds
/// every row that could be read; what was lost is noted in it. The damaged file is never changed or deleted.
/// A crash in between is healed by the next start: the new file takes the old one's place only once it is complete.
/// corrupt: the file is damaged and not ours. unavailable: the place cannot be written.
Result<void> salvage(const std::string& path, const std::string& damage);

/// Carries on where a crash interrupted a salvage.
Result<void> finish_salvage(const std::string& path);

}  // namespace baton::sqlite
