#include "backend/sqlite/job.hpp"

#include <iterator>

namespace baton::sqlite {

std::unique_ptr<Job> Inbox::put(std::unique_ptr<Job> job) {
  {
    const std::lock_guard lock(mutex_);
    if (closed_) return job;
    jobs_.push_back(std::move(job));
    if (jobs_.size() > 1 && jobs_.size() != wanted_) return nullptr;
  }
  filled_.notify_one();
  return nullptr;
}

Jobs Inbox::take(std::size_t most, std::size_t wanted, std::chrono::microseconds patience) {
  std::unique_lock lock(mutex_);
  filled_.wait(lock, [this] { return closed_ || !jobs_.empty(); });
  wanted_ = wanted;
  filled_.wait_for(lock, patience, [this] { return closed_ || jobs_.size() >= wanted_; });
  wanted_ = 1;
  if (jobs_.size() <= most) return std::exchange(jobs_, {});
  Jobs taken(std::make_move_iterator(jobs_.begin()), std::make_move_iterator(jobs_.begin() + static_cast<long>(most)));
  jobs_.erase(jobs_.begin(), jobs_.begin() + static_cast<long>(most));
  return taken;
}

void Inbox::close() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  filled_.notify_all();
}

Answer closed_answer() {
  return Answer{.outcome = fail(Errc::unavailable, "the store is closed; open it again"), .stamp = {}};
}

}  // namespace baton::sqlite
