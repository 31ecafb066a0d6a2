#pragma once

#include <vector>

#include "backend/redis/keyspace.hpp"

namespace baton::redis {

/// Keys that no set of names lists, so that nobody sees them; names whose key is gone, on which scripts fail; keys
/// that should hold the same and do not; and keys that are not ours.
Result<std::vector<Flaw>> find_strays(const Keyspace& keys);

}  // namespace baton::redis
