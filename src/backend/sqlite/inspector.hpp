#pragma once

#include <memory>
#include <string>

#include "core/inspector.hpp"

namespace baton::sqlite {

/// Holds the file's lock and reads; nothing is written, salvaged or migrated.
/// invalid: the file is another program's, or of another schema. unavailable: another process has it open.
Result<std::unique_ptr<Inspector>> open_inspector(const std::string& path);

}  // namespace baton::sqlite
