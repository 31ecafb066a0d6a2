#include "backend/sqlite/job.hpp"

#include <algorithm>
#include <iterator>

namespace baton::sqlite {

namespace {

/// Hands callers and answers to their executor as they are: an answer stays where the thread that made it put it until its caller
/// takes it.
void tell(const boost::asio::any_io_executor& executor, Jobs jobs, std::vector<Answer> answers) {
  boost::asio::post(executor, [jobs = std::move(jobs), answers = std::move(answers)]() mutable {
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      // Gone before the next one is told.
      const auto job = std::move(jobs[i]);
      job->finish(std::move(answers[i]));
    }
  });
}

/// Takes the first `count` off.
template <class Sequence>
Sequence split_off(Sequence& all, std::size_t count) {
  const auto end = all.begin() + static_cast<std::ptrdiff_t>(count);
  Sequence first(std::make_move_iterator(all.begin()), std::make_move_iterator(end));
  all.erase(all.begin(), end);
  return first;
}

}  // namespace

void finish(Jobs jobs, std::vector<Answer> answers) {
  while (!jobs.empty()) {
    const auto executor = jobs.front()->executor();
    const auto other = std::ranges::find_if_not(jobs, [&executor](const auto& job) { return job->is_on(executor); });
    if (other == jobs.end()) return tell(executor, std::move(jobs), std::move(answers));
    const auto neighbours = static_cast<std::size_t>(other - jobs.begin());
    auto their_jobs = split_off(jobs, neighbours);
    tell(executor, std::move(their_jobs), split_off(answers, neighbours));
  }
}

void finish(std::unique_ptr<Job> job, Answer answer) {
  Jobs jobs;
  jobs.push_back(std::move(job));
  std::vector<Answer> answers;
  answers.push_back(std::move(answer));
  finish(std::move(jobs), std::move(answers));
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
  return split_off(jobs_, most);
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
