#include "backend/sqlite/writer.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/failpoint.hpp"

namespace baton::sqlite {

namespace {
using SteadyClock = std::chrono::steady_clock;
constexpr std::size_t largest_group = 1024;
constexpr std::chrono::microseconds longest_gathering{2000};
}  // namespace

Writer::Writer(std::unique_ptr<Transactor> transactor, Timeline& timeline, LogTail& tail, shared::Waiters& waiters)
    : transactor_(std::move(transactor)), timeline_(timeline), tail_(tail), waiters_(waiters), thread_([this] {
        work();
      }) {}

Writer::~Writer() { close(); }

void Writer::close() {
  std::call_once(closed_, [this] {
    inbox_.close();
    thread_.join();
    transactor_->close();
    transactor_.reset();
  });
}

/// Callers that were answered together mostly come again, but one after the other. So a group waits for as many as others
/// before it had, for less time than the last one took: a flush of the disk for each few of them would cost all of them more.
void Writer::work() {
  std::size_t expected = 1;
  std::chrono::microseconds patience{};
  for (;;) {
    Jobs jobs = inbox_.take(largest_group, expected, patience);
    if (jobs.empty()) return;
    expected = std::max(jobs.size(), expected * 4 / 5);
    const auto begun = SteadyClock::now();
    serve(std::move(jobs));
    const auto took = std::chrono::duration_cast<std::chrono::microseconds>(SteadyClock::now() - begun);
    patience = std::min(longest_gathering, took * 3 / 4);
    transactor_->bound_log();
  }
}

void Writer::serve(Jobs jobs) {
  std::vector<Answer> answers = carry_out(jobs);
  tail_.follow(transactor_->take_log_change(), transactor_->counters());
  timeline_.end_group();
  waiters_.announce(transactor_->counters().position, transactor_->take_results());
  finish(std::move(jobs), std::move(answers));
}

std::vector<Answer> Writer::carry_out(const Jobs& jobs) {
  if (jobs.size() > 1) {
    std::vector<const Verb*> verbs;
    verbs.reserve(jobs.size());
    for (const auto& job : jobs) verbs.push_back(&job->verb);
    if (auto answers = transactor_->together(verbs, timeline_.begin_group())) return *std::move(answers);
  }
  std::vector<Answer> answers;
  answers.reserve(jobs.size());
  for (const auto& job : jobs) {
    answers.push_back(transactor_->alone(job->verb, timeline_.begin_group()));
    BATON_FAILPOINT("sqlite.group.replayed");
  }
  return answers;
}

}  // namespace baton::sqlite
