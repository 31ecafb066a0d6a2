#pragma once

#include <chrono>
#include <cstddef>
#include <vector>

#include "baton/verb.hpp"

namespace baton {

/// What a run of verbs answered, and how long each took.
struct Replay {
  std::vector<Result<Reply>> answers;
  std::vector<std::chrono::nanoseconds> took;
  std::chrono::nanoseconds elapsed{};
  std::chrono::nanoseconds cpu{};  ///< of this process; 0: not measured
};

/// The engine under a store without the store: each verb's own statements in a durable transaction of its own, asked by
/// the smallest client that can. What a benchmark measures against.
class RawEngine {
 public:
  virtual ~RawEngine() = default;
  /// Carries out all verbs in order, as many under way at once as the engine's own clients could have, at most `callers`.
  virtual Replay run(const std::vector<Verb>& verbs, std::size_t callers) = 0;
  /// Whether it gains from several under way.
  virtual bool is_pipelined() const { return false; }
};

/// One verb after the other, each by `step(verb)`: the raw engine of a backend that lives in our own process.
template <class Step>
Replay replay_one_by_one(const std::vector<Verb>& verbs, Step step) {
  using Clock = std::chrono::steady_clock;
  Replay replay;
  replay.answers.reserve(verbs.size());
  replay.took.reserve(verbs.size());
  const auto start = Clock::now();
  auto before = start;
  for (const Verb& verb : verbs) {
    replay.answers.push_back(step(verb));
    const auto after = Clock::now();
    replay.took.push_back(after - before);
    before = after;
  }
  replay.elapsed = before - start;
  return replay;
}

}  // namespace baton
