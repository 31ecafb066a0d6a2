#pragma once

#include <condition_variable>
#include <mutex>

namespace baton::shared {

/// How many wait at this moment, for a thread that works only while somebody does.
class Attendees {
 public:
  /// `mutex` and `changed` are the thread's; it is woken by the first who comes.
  Attendees(std::mutex& mutex, std::condition_variable& changed) : mutex_(mutex), changed_(changed) {}

  /// With the mutex held.
  bool any() const { return count_ > 0; }

 private:
  friend class Attendance;
  std::mutex& mutex_;
  std::condition_variable& changed_;
  std::size_t count_ = 0;
};

/// Somebody waits as long as this lives.
class Attendance {
 public:
  explicit Attendance(Attendees& attendees) : attendees_(attendees) {
    const std::lock_guard lock(attendees_.mutex_);
    if (++attendees_.count_ == 1) attendees_.changed_.notify_all();
  }
  ~Attendance() {
    const std::lock_guard lock(attendees_.mutex_);
    --attendees_.count_;
  }
  Attendance(const Attendance&) = delete;
  Attendance& operator=(const Attendance&) = delete;

 private:
  Attendees& attendees_;
};

}  // namespace baton::shared
