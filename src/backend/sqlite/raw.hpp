#pragma once

#include <memory>
#include <string>

#include "core/raw_engine.hpp"

namespace baton::sqlite {

/// The verbs' own statements on one connection, each in a durable transaction of its own: no thread, no event loop, no
/// group. A new file; errors as open.
Result<std::unique_ptr<RawEngine>> open_raw(const std::string& path);

}  // namespace baton::sqlite
