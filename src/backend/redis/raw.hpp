#pragma once

#include <memory>

#include "backend/redis/store.hpp"
#include "core/raw_engine.hpp"

namespace baton::redis {

/// The scripts alone: encoded beforehand, sent in batches of as many as there are callers over one plain connection,
/// as `redis-benchmark -P` does. invalid: a URL with TLS or Sentinels. Other errors as open.
Result<std::unique_ptr<RawEngine>> open_raw(const Options& options);

/// Removes every key of the namespace.
Result<void> erase(const Options& options);

}  // namespace baton::redis
