#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "crash/workload.hpp"
#include "support/acknowledged.hpp"
#include "support/child.hpp"

namespace baton::test {

/// A store that lives through the deaths of the processes that work on it, and everything they were told.
class Survivor {
 public:
  using Moment = std::chrono::steady_clock::time_point;

  /// The seed is that of the workers.
  explicit Survivor(std::string url, std::uint64_t seed = 0) : url_(std::move(url)), seed_(seed) {}

  /// Starts a worker for the next life of the store.
  Child start(Workload workload = {}, const std::vector<std::string>& environment = {});
  /// Listens until that many acknowledgements have come, or the worker is gone.
  void listen(Child& worker, std::size_t acknowledgements);
  /// Listens until something was acknowledged after that moment; nothing if it was not, within so much time.
  std::optional<Acknowledgement> hears_after(Child& worker, Moment moment, std::chrono::seconds within);
  /// Listens to the end, and returns how the worker ended.
  int bury(Child& worker);
  /// Ends the worker of a machine whose power went at that moment: what it had said by then counts, the rest would
  /// never have left the machine.
  void bury(Child& worker, Moment power_went);

  /// Opens the store again: everything that contradicts itself or what callers were told. Closes it.
  std::vector<std::string> examine();

  std::size_t acknowledged() const { return acknowledged_.size(); }

 private:
  bool hear(Child& worker, Moment until = Moment::max());
  std::optional<Acknowledgement> note(const std::optional<std::string>& line, Moment until = Moment::max());

  std::string url_;
  std::uint64_t seed_;
  int lives_ = 0;
  Acknowledged acknowledged_;
};

}  // namespace baton::test
