#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <optional>
#include <stop_token>
#include <vector>

#include "baton/supervisor.hpp"
#include "engine/backoff.hpp"
#include "engine/bell.hpp"
#include "engine/fleet_picture.hpp"
#include "engine/log_tally.hpp"
#include "engine/log_watch.hpp"
#include "engine/supervisor_counts.hpp"

namespace baton {

/// Whether the answer says that the store is in trouble. A refusal is an answer like any other: somebody was first.
constexpr bool is_trouble(Errc code) {
  return code != Errc::conflict && code != Errc::stale_fence && code != Errc::not_found;
}

/// One supervisor: what it believes of the fleet, and the pass that acts on it. The log comes from the process's one
/// LogWatch. Lives on one event loop thread.
class Supervisor {
 public:
  using Supervised = View<Verbs<Sweep, ReadLog, ListAgents, GetAgent, QueueStats, Claim, GetRecord, PutRecord>>;

  Supervisor(const boost::asio::any_io_executor& executor, Supervised store, SupervisorOptions options);

  /// Passes until asked to stop, each when the log or the time calls for it.
  awaitable<void> run(std::stop_token stop);

  void hear(const LogWatch::News& news);

  /// What one pass came to.
  struct Pass {
    std::size_t assigned = 0;
    bool backs_off = false;  ///< a store error: leave the store alone until the rest is over
    Duration rest{};         ///< until the next pass, unless the log calls for it before
  };

  /// Sweeps, draws the picture anew if it cannot be trusted, and gives tasks to all idle agents that can have one.
  awaitable<Pass> pass(bool sweeping = true);

  SupervisorCounts counts() const;

 private:
  using Clock = Bell::Clock;
  struct Round {
    std::size_t assigned = 0;
    std::optional<Error> error{};
  };

  awaitable<Result<std::size_t>> act(bool sweeping);
  awaitable<Result<void>> sweep();
  Duration rest() const;

  bool needs_picture() const;
  awaitable<Result<void>> renew_picture();
  awaitable<Result<FleetPicture>> draw_picture();

  awaitable<Result<std::size_t>> assign();
  awaitable<void> push(FleetPicture::Candidate to, Round* round);
  awaitable<void> note(FleetPicture::Candidate asked, Result<Reply> answer, Round* round);
  awaitable<Result<void>> vet(FleetPicture::Candidate asked);

  /// One call: its time and its errors are noted.
  awaitable<Result<Reply>> ask(Verb verb);
  Time store_now() const;

  boost::asio::any_io_executor executor_;
  Supervised store_;
  SupervisorOptions options_;
  Bell bell_;
  Backoff backoff_;
  SupervisorCounts counts_;
  LogTally tally_;

  FleetPicture picture_;
  bool trusted_ = false;  ///< the picture
  bool drawing_ = false;
  std::vector<Event> meanwhile_;  ///< heard while a picture is drawn
  Clock::time_point redraw_at_ = Clock::time_point::min();

  Clock::time_point swept_at_ = Clock::time_point::min();
  Clock::time_point sweep_at_ = Clock::time_point::min();
  Time told_{};  ///< the store's clock, as it was told last
  Clock::time_point told_at_{};
};

}  // namespace baton
