#pragma once

#include <string>
#include <vector>

#include "baton/blocking.hpp"

namespace baton::test {

/// What contradicts itself in a store, whatever was done to it: a task held twice or by nobody, a queue that is not
/// exactly the pending tasks in order, a log with a gap, a store that is degraded or had to be salvaged.
std::vector<std::string> broken_invariants(BlockingStore& store);

/// What `baton store check` finds damaged in a store that nobody works on.
std::vector<std::string> damages_of(const std::string& url);

}  // namespace baton::test
