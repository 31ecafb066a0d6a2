#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "backend/redis/client.hpp"
#include "backend/shared/attendance.hpp"
#include "backend/shared/waiters.hpp"

namespace baton::redis {

/// Wakes callers when the log moves or a result is set, whoever did it: a blocking read on a connection of its own, while
/// anybody waits.
class Watch {
 public:
  /// Starts from what the log and the handed-over results hold now.
  Watch(std::shared_ptr<Client> client, const std::string& prefix, shared::Waiters& waiters);
  ~Watch() { stop(); }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  /// Those who wait; nothing is looked for while nobody does.
  shared::Attendees& attendees() { return attendees_; }

  /// The client must be closed before, so that no read blocks any more. Repeatable.
  void stop();

 private:
  void run();
  bool wait_for_attendance();
  void pause();
  Result<Value> ask(Command command);
  Result<Value> block(Command command);
  Result<void> look();
  Result<void> read_handoffs(const Result<Value>& streams);

  const std::shared_ptr<Client> client_;
  const std::string meta_key_;
  const std::string log_key_;
  const std::string handoffs_key_;
  shared::Waiters& waiters_;

  std::mutex mutex_;
  std::condition_variable changed_;
  shared::Attendees attendees_{mutex_, changed_};
  bool stopped_ = false;

  Position last_;  ///< what was announced; of the thread alone
  std::string last_handoff_ = "0-0";
  std::thread thread_;
};

}  // namespace baton::redis
