#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "baton/store.hpp"
#include "store/raw.hpp"

namespace baton::cli {

/// One agent's turn: submit a task, claim one, settle it.
struct Turn {
  NewTask task;
  Claim claim;
};

/// What is measured: a store behind its port, or the raw engine under it.
class Subject {
 public:
  virtual ~Subject() = default;
  /// All verbs, `callers` of them under way at once.
  virtual Replay run(const std::vector<Verb>& verbs, std::size_t callers) = 0;
  /// Whether it gains from several under way.
  virtual bool is_pipelined() const = 0;
  /// All turns, `callers` agents at once; three entries in `took` for each.
  virtual Replay run_turns(const std::vector<Turn>& turns, std::size_t callers) = 0;
};

std::unique_ptr<Subject> measure_store(Store store);
std::unique_ptr<Subject> measure_raw(std::unique_ptr<RawEngine> engine);

}  // namespace baton::cli
