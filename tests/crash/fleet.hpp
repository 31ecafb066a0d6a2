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
#include "support/http_port.hpp"

namespace baton::test {

/// A daemon, and callers of every role that speak HTTP with whichever daemon there is: agents, submitters, holders of
/// locks, writers of threads, records and signals, readers of groups, and one that follows the stream of events.
class Fleet {
 public:
  /// The folder is where the daemon works, and the environment its own.
  Fleet(std::string url, const TemporaryDirectory& folder, std::vector<std::string> environment = {});
  ~Fleet();
  Fleet(const Fleet&) = delete;
  Fleet& operator=(const Fleet&) = delete;

  /// Kills the daemon and starts another.
  void kill_daemon();
  /// Whether so many more mutations were acknowledged in time.
  bool progresses(std::size_t mutations, std::chrono::seconds within);
  /// Whether `/readyz` says so in time, or nobody answers it.
  bool is_ready(bool ready, std::chrono::seconds within) const;

  /// By the clock that judges.
  Time store_time() const;

  /// Lets everybody go home; then everything that contradicts what they were told, or itself.
  std::vector<std::string> examine();

  std::size_t acknowledged() const;
  std::size_t unanswered() const;

 private:
  void start_daemon();
  void follow_events();
  void check_stream(BlockingStore& store, std::vector<std::string>& wrong) const;

  const std::string url_;
  const std::vector<std::string> environment_;
  const TemporaryDirectory& folder_;
  std::unique_ptr<DaemonProcess> daemon_;
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
