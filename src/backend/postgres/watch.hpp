#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "backend/postgres/client.hpp"
#include "backend/postgres/schema_name.hpp"
#include "backend/postgres/session.hpp"
#include "backend/shared/attendance.hpp"
#include "backend/shared/waiters.hpp"

namespace baton::postgres {

/// Wakes callers when the log moves or a result is set, whoever did it: by LISTEN and NOTIFY, once for many changes, and
/// behind it by looking now and then while anybody waits.
class Watch {
 public:
  Watch(std::shared_ptr<Client> client, const Target& target, const SchemaName& schema, shared::Waiters& waiters);
  ~Watch() { stop(); }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  /// Those who wait; nothing is looked for while nobody does.
  shared::Attendees& attendees() { return attendees_; }

  /// We have committed this: wakes those who wait here at once, and everybody else soon.
  void announce(Position last, std::vector<ResultThere> results);

  /// The connection that listens. It may be down, and then only looking tells what others did.
  Session& session() { return *session_; }
  /// Whether it is up, or may be in a moment because it has not been tried yet.
  bool may_be_up() const { return !tried_ || session_->is_up(); }

  /// The client must be closed before, so that no call takes long any more. Repeatable.
  void stop();

 private:
  using Clock = std::chrono::steady_clock;

  void run();
  void hear(const std::string& payload);
  /// Until there is something to tell, it is time to look, or all is over. Whether all is not.
  bool wait(std::unique_lock<std::mutex>& lock);
  bool is_time_to_look() const;
  void tell(std::string words);
  void look();
  Result<Table> ask(Statement statement, Parameters parameters);

  const std::shared_ptr<Client> client_;
  const std::string channel_;
  const Statement last_;
  const Statement tell_;
  shared::Waiters& waiters_;

  std::mutex mutex_;
  std::condition_variable changed_;
  shared::Attendees attendees_{mutex_, changed_};
  bool stopped_ = false;
  bool lost_track_ = false;  ///< something may have been said while nobody listened
  Position told_;
  Position to_tell_;
  std::vector<ResultThere> results_to_tell_;
  Clock::time_point last_told_;
  Clock::time_point last_looked_;
  std::atomic<bool> tried_ = false;
  std::unique_ptr<Session> session_;
  std::thread thread_;
};

}  // namespace baton::postgres
