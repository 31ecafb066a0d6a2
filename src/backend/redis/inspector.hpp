#pragma once

#include <memory>

#include "backend/redis/store.hpp"
#include "core/inspector.hpp"

namespace baton::redis {

/// Freezes the namespace while it lives. Errors as open.
Result<std::unique_ptr<Inspector>> open_inspector(const Options& options);

}  // namespace baton::redis
