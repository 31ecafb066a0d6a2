#include "backend/sqlite/job.hpp"

#include <iterator>

namespace baton::sqlite {

namespace {

/// Each job in [from, to) with its answer.
auto pairs(Jobs& jobs, std::vector<Answer>& answers, std::size_t from, std::size_t to) {
  std::vector<std::pair<std::unique_ptr<Job>, Answer>> some;
  some.reserve(to - from);
  for (; from < to; ++from) some.emplace_back(std::move(jobs[from]), std::move(answers[from]));
  return some;
}

}  // namespace

void finish(Jobs jobs, std::vector<Answer> answers) {
  for (std::size_t at = 0; at < jobs.size();) {
    const std::size_t first = at;
    const auto executor = jobs[first]->executor();
    do {
      ++at;
    } while (at < jobs.size() && jobs[at]->executor() == executor);
    if (at == first + 1) {
      jobs[first]->finish(std::move(answers[first]));
      continue;
    }
    boost::asio::post(executor, [together = pairs(jobs, answers, first, at)]() mutable {
      for (auto& [job, answer] : together) job->finish(std::move(answer));
    });
  }
}

std::unique_ptr<Job> Inbox::put(std::unique_ptr<Job> job) {
  const auto inside = doorway_.enter();
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
