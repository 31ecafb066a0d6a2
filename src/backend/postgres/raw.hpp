#pragma once

#include <memory>

#include "backend/postgres/store.hpp"
#include "core/raw_engine.hpp"

namespace baton::postgres {

/// One connection that waits for each answer: every verb's own call in a transaction of its own.
Result<std::unique_ptr<RawEngine>> open_raw(const Options& options);

/// Removes everything of the namespace.
Result<void> erase(const Options& options);

}  // namespace baton::postgres
