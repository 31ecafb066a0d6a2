#pragma once

#include <string>
#include <vector>

#include "baton/error.hpp"
#include "cli/chosen.hpp"

namespace baton::cli {

/// What `baton serve` would say about one part of its settings before it serves.
struct Judgement {
  std::string part;  ///< `configuration`, which comes first, `address`, `tls`, `certificate` (its dates), `token`
  Result<std::string> verdict;  ///< what is well, or why it would not start, or not be trusted
};

using Judgements = std::vector<Judgement>;

/// Given to the commands by the program, since they do not know the daemon. Nothing is made or opened.
using Judge = Judgements (*)(const Chosen& settings);

}  // namespace baton::cli
