#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/bench_subject.hpp"

namespace baton::cli {

/// Latencies and rates of one verb, collected over rounds.
class Tally {
 public:
  void add(const Replay& replay);
  double per_second() const;
  double percentile_us(double which) const;
  std::chrono::nanoseconds elapsed() const { return elapsed_; }
  std::uint64_t failed() const { return failed_; }
  const std::string& first_failure() const { return first_failure_; }

 private:
  std::vector<std::chrono::nanoseconds> took_;
  std::chrono::nanoseconds elapsed_{};
  std::uint64_t failed_ = 0;
  std::string first_failure_;
};

/// What can be measured, by name.
enum class Act : std::uint8_t {
  submit,
  get,
  edit,
  cas,
  set_result,
  get_result,
  lock,
  release,
  messages,
  claim,
  settle,
  sweep,
  lifecycle,
  pass,        ///< of a supervisor that has nothing to do
  assign,      ///< by a supervisor, from the submit on
  hot_signal,  ///< checked and in the hot copy of shared memory
  hot_read,    ///< all signals of a correlation from there
  signal       ///< checked and in the store
};
inline constexpr std::size_t acts = 18;
/// Those that a round consists of come first.
inline constexpr bool is_of_round(Act act) { return act < Act::lifecycle; }
std::string_view to_text(Act act);
std::optional<Act> parse_act(std::string_view text);
/// Their names, for a sentence.
std::string all_acts();

using Tallies = std::array<Tally, acts>;
using Wanted = std::function<bool(Act)>;

/// The rounds that a benchmark repeats on one subject: each task is claimed and settled by an agent of its own.
class Workload {
 public:
  Workload(Subject& subject, std::size_t lanes) : subject_(subject), lanes_(lanes) {}

  /// Makes `fill` tasks pending and registers the agents. Not measured.
  Result<void> prepare(std::uint64_t fill, std::size_t agents);

  /// The life of `tasks` tasks, at most one for each agent, `callers` at once; what is not needed for it only if wanted.
  void round(std::size_t tasks, std::size_t callers, const Wanted& wanted, Tallies& tallies);
  bool is_pipelined() const { return subject_.is_pipelined(); }

  /// The same number of whole lifecycles.
  void turns(std::size_t tasks, std::size_t callers, Tally& tally);

 private:
  NewTask make_task();
  Claim make_claim(std::size_t agent) const;
  void touch(const std::vector<TaskId>& tasks, std::size_t callers, const Wanted& wanted, Tallies& tallies);
  void lock(std::size_t locks, std::size_t callers, Tallies& tallies);
  Result<void> fill_thread();
  Result<void> do_all(const std::vector<Verb>& verbs);
  void swing(std::size_t agents, std::size_t callers, Tallies& tallies);
  Replay measure(Act act, const std::vector<Verb>& verbs, std::size_t callers, Tallies& tallies);

  Subject& subject_;
  std::size_t lanes_;
  std::vector<Claim> agents_;
  std::uint64_t made_ = 0;
};

}  // namespace baton::cli
