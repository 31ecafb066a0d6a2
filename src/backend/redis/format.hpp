#pragma once

#include "backend/redis/store.hpp"

namespace baton::redis {

struct Format {
  int from = 0;  ///< 0: the namespace is empty
  int to = 0;
};

/// The layout of a namespace, and that of this program. Unless `dry_run` it is brought to that. Errors as open.
Result<Format> migrate(const Options& options, bool dry_run);

}  // namespace baton::redis
