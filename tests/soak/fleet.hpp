#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "baton/store.hpp"

namespace baton::test {

/// How busy a fleet is. Zero: as busy as it can be.
struct Pace {
  int agents = 1;
  std::chrono::milliseconds work_every{};  ///< one task of each agent
  std::chrono::milliseconds beat_every{};
  std::chrono::milliseconds sweep_every{};
  std::chrono::milliseconds look_every{};
};

/// Agents at work until they are stopped: each beats, and again and again submits a task, claims one and completes it.
/// Beside them somebody sweeps, and somebody looks for an agent and a pending task that are always there.
class Fleet {
 public:
  Fleet(Store store, Pace pace);
  ~Fleet();
  Fleet(const Fleet&) = delete;
  Fleet& operator=(const Fleet&) = delete;

  /// Waits until everybody has finished what they were at.
  void stop();

  std::uint64_t completed() const { return completed_; }
  std::uint64_t looks() const { return looks_; }
  /// The first thing that went wrong; empty: nothing did.
  std::string trouble() const;
  /// How long the claims since the last call took.
  std::vector<std::chrono::microseconds> take_claim_times();

 private:
  using Timer = std::chrono::steady_clock::time_point;

  awaitable<void> start();
  awaitable<void> work(int agent);
  awaitable<bool> live_once(std::string agent);
  awaitable<void> beat(int agent);
  awaitable<void> sweep();
  awaitable<void> look();
  awaitable<bool> look_once();
  awaitable<void> pause(Timer& next, std::chrono::milliseconds every);
  bool goes_on() const;
  bool note(const Error& error, std::string_view at);

  const Store store_;
  const Pace pace_;
  TaskId kept_;
  std::atomic<bool> stopping_ = false;
  std::atomic<std::uint64_t> completed_ = 0;
  std::atomic<std::uint64_t> looks_ = 0;
  mutable std::mutex mutex_;
  std::string trouble_;
  std::vector<std::chrono::microseconds> claim_times_;
  boost::asio::io_context io_{1};
  std::thread thread_;
};

}  // namespace baton::test
