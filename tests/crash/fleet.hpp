#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "crash/caller.hpp"
#include "support/daemon_process.hpp"
#include "support/door.hpp"
#include "support/effort.hpp"
#include "support/http_port.hpp"
#include "support/proxy.hpp"

namespace baton::test {

/// A daemon, and callers of every role that speak HTTP with whichever daemon there is: agents, submitters, holders of
/// locks, writers of threads, records and signals, readers of groups, and one that follows the stream of events.
class Fleet {
 public:
  /// The folder is where the daemon works, the seed that of the callers, and the environment the daemon's.
  Fleet(std::string url, const TemporaryDirectory& folder, std::uint64_t seed,
        std::vector<std::string> environment = {});
  ~Fleet();
  Fleet(const Fleet&) = delete;
  Fleet& operator=(const Fleet&) = delete;

  /// Kills the daemon and starts another.
  void kill_daemon();
  /// Whether so many more mutations were acknowledged in time.
  bool progresses(std::size_t mutations, Duration within);
  /// Whether something was acknowledged within 5 s: all is well again.
  bool heals();
  /// Whether `/readyz` says within 2 s that the daemon is not ready.
  bool is_found_unready();
  /// Whether `/readyz` says within 5 s that it is.
  bool is_found_ready() const;

  /// What everybody's bytes go through, until the daemon is killed.
  Proxy& network() { return *network_; }
  const Door& door() const { return *door_; }
  /// What one more caller, who is not ours, was told.
  void hear(const Acknowledgement& told);

  /// By the clock that judges.
  Time store_time() const;

  /// Lets everybody go home; then everything that contradicts what they were told, or itself.
  std::vector<std::string> examine();

  /// In the lines that `./dev prove` reads.
  void tell_figures() const;

 private:
  void start_daemon();
  void start_caller(std::size_t number, std::uint64_t seed);
  bool is_ready(bool ready, Duration within) const;
  void follow_events();
  void check_stream(BlockingStore& store, std::vector<std::string>& wrong) const;

  const std::string url_;
  const std::vector<std::string> environment_;
  const TemporaryDirectory& folder_;
  std::unique_ptr<DaemonProcess> daemon_;
  std::unique_ptr<Proxy> network_;
  std::uint64_t daemon_kills_ = 0;
  LongestWait heals_;
  LongestWait calls_;
  LongestWait unready_;
  std::unique_ptr<Door> door_;
  mutable std::mutex mutex_;
  std::condition_variable more_;
  Acknowledged told_;
  std::vector<std::string> failures_;
  std::vector<std::pair<std::uint64_t, std::string>> streamed_;  ///< position and type, as the stream told them
  std::vector<std::shared_ptr<HttpPort>> ports_;
  std::vector<std::unique_ptr<Shop>> shops_;
  std::vector<std::jthread> crowd_;
};

}  // namespace baton::test
