#include "backend/sqlite/writer.hpp"

#include <utility>

#include "core/failpoint.hpp"

namespace baton::sqlite {

namespace {
constexpr std::size_t largest_group = 1024;
}  // namespace

Writer::Writer(std::unique_ptr<Transactor> transactor, Timeline& timeline, shared::Waiters& waiters)
    : transactor_(std::move(transactor)), timeline_(timeline), waiters_(waiters), thread_([this] { work(); }) {}

Writer::~Writer() { close(); }

void Writer::close() {
  std::call_once(closed_, [this] {
    inbox_.close();
    thread_.join();
    transactor_->close();
    transactor_.reset();
  });
}

void Writer::work() {
  for (Jobs jobs = inbox_.take(largest_group); !jobs.empty(); jobs = inbox_.take(largest_group)) {
    serve(std::move(jobs));
    transactor_->bound_log();
  }
}

void Writer::serve(Jobs jobs) {
  std::vector<Answer> answers = carry_out(jobs);
  timeline_.end_group();
  waiters_.announce(transactor_->counters().position, transactor_->take_results());
  for (std::size_t i = 0; i < jobs.size(); ++i) jobs[i]->finish(std::move(answers[i]));
}

std::vector<Answer> Writer::carry_out(const Jobs& jobs) {
  if (jobs.size() > 1) {
    std::vector<const Verb*> verbs;
    verbs.reserve(jobs.size());
    for (const auto& job : jobs) verbs.push_back(&job->verb);
    if (auto answers = transactor_->together(verbs, timeline_.begin_group())) return *std::move(answers);
  }
  std::vector<Answer> answers;
  for (const auto& job : jobs) {
    answers.push_back(transactor_->alone(job->verb, timeline_.begin_group()));
    BATON_FAILPOINT("sqlite.group.replayed");
  }
  return answers;
}

}  // namespace baton::sqlite
