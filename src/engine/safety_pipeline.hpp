#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "baton/store.hpp"
#include "core/job.hpp"

namespace baton {

/// What a job's output is looked at with.
struct SafetyCase {
  TaskId job;
  ThreadId thread;
  KindName kind;
  std::vector<Message> history;  ///< the latest, oldest first
  RunEnd end;
};

struct Opinion {
  Ruling ruling = Ruling::deliver;
  std::string reason{};
};

/// One look at an output.
class SafetyCheck {
 public:
  virtual ~SafetyCheck() = default;
  virtual std::string name() const = 0;
  virtual awaitable<Opinion> look(std::shared_ptr<const SafetyCase> at) = 0;
};

using SafetyChecks = std::vector<std::shared_ptr<SafetyCheck>>;

/// Looks at an output before it is delivered. The checks speak in order; the first that has something against it decides.
class SafetyPipeline {
 public:
  explicit SafetyPipeline(SafetyChecks checks) : checks_(std::move(checks)) {}

  /// A run that failed, and an output with nothing in it, are never delivered. Run and time are the caller's to set.
  awaitable<Verdict> judge(std::shared_ptr<const SafetyCase> about) const;

 private:
  SafetyChecks checks_;
};

}  // namespace baton
