#pragma once

#include <string>
#include <vector>

#include "baton/merge.hpp"
#include "baton/store.hpp"

namespace baton {

/// A pattern that is a program: the input on its standard input, the answer on its standard output, both JSON.
/// invalid: it cannot be started, it failed (with the first line of what it said of it), it took longer than `timeout`
/// and was killed, or its answer is none. It may be run more than once for one correlation, and only one answer counts.
awaitable<Result<Merged>> run_pattern(std::vector<std::string> command, MergeInput input, Duration timeout);

}  // namespace baton
