#pragma once

#include <memory>
#include <string>

#include "core/raw_engine.hpp"

namespace baton::sqlite {

/// The statements of each verb on a new file, one durable transaction each, on the caller's thread: no queue, no groups,
/// no event loop.
Result<std::unique_ptr<RawEngine>> open_raw(const std::string& path);

}  // namespace baton::sqlite
