#include "backend/sqlite/job.hpp"

#include <iterator>

namespace baton::sqlite {

std::unique_ptr<Job> Inbox::put(std::unique_ptr<Job> job) {
  {
    const std::lock_guard lock(mutex_);
    if (closed_) return job;
    jobs_.push_back(std::move(job));
    if (jobs_.size() > 1) return nullptr;
  }
  filled_.notify_one();
  return nullptr;
}

Jobs Inbox::take(std::size_t most) {
  std::unique_lock lock(mutex_);
  filled_.wait(lock, [this] { return closed_ || !jobs_.empty(); });
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
