#include "engine/job_intake.hpp"

#include <chrono>
#include <optional>
#include <stop_token>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/event_words.hpp"
#include "core/failpoint.hpp"
#include "engine/held.hpp"

namespace baton {

namespace {

constexpr std::chrono::seconds lock_ttl{10};
/// Longer than a lock whose owner died is held.
constexpr std::chrono::seconds patience{15};
/// A release that another daemon's log has not told yet is found this way.
constexpr std::chrono::milliseconds intake_interval{200};
/// Those that have not ended are the youngest of a thread.
constexpr std::uint32_t youngest = 200;

Result<JobTicket> ticket_for(const NewJob& job, const Task& task) {
  const bool same = task.kind == job.kind && task.thread == job.thread && task.payload == job.request;
  if (same && is_job_lane(task.lane)) return JobTicket{.task = task.id, .thread = job.thread, .status = task.status};
  return fail(Errc::conflict, "there is another job or task with this id or key; use a new one for a new request");
}

NewTask task_for(const NewJob& job, Lane lane, std::uint32_t max_attempts) {
  NewTask task{.id = job.id, .kind = job.kind};
  task.lane = std::move(lane);
  task.thread = job.thread;
  task.priority = job.priority;
  task.payload = job.request;
  task.max_attempts = job.max_attempts.value_or(max_attempts);
  task.deadline = job.deadline;
  task.on_failed_dependency = DependencyRule::proceed;
  task.traceparent = job.traceparent;
  task.metadata = job.metadata;
  return task;
}

}  // namespace

/// One caller's turn with a thread, among those of this daemon.
class JobIntake::Turn {
 public:
  Turn(JobIntake& intake, const ThreadId& thread) : intake_(intake) {
    std::tie(queue_, has_it_) = intake.queues_.try_emplace(thread);
  }
  ~Turn() {
    if (!has_it_) return;
    if (queue_->second.empty()) {
      intake_.queues_.erase(queue_);
    } else {
      queue_->second.front().called = true;
      queue_->second.front().bell.ring();
    }
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

  /// Whether it came before the waiting ended.
  awaitable<bool> come(Presence peer) {
    if (has_it_) co_return true;
    Queue& queue = queue_->second;
    const auto place = queue.emplace(queue.end(), intake_.executor_);
    const std::stop_callback on_leave(peer.left, [place] { place->bell.ring(); });
    while (!place->called && intake_.patient_ && !has_left(peer)) {
      co_await place->bell.wait(Bell::Clock::time_point::max());
    }
    has_it_ = place->called;
    queue.erase(place);
    co_return has_it_;
  }

 private:
  JobIntake& intake_;
  Queues::iterator queue_;
  bool has_it_ = false;
};

awaitable<Result<JobTicket>> JobIntake::submit(NewJob job, Lane lane, std::uint32_t max_attempts, Presence peer) {
  if (job.thread.str().size() > most_thread_bytes) {
    co_return fail(Errc::invalid, "the thread of a job has at most 480 bytes");
  }
  if (job.id.empty()) job.id = job.key ? derived_task("job " + job.key->str()) : TaskId::make();
  NewTask task = task_for(job, std::move(lane), max_attempts);
  Submit trial;
  trial.tasks.push_back(task);
  if (auto valid = validate(Verb(std::move(trial))); !valid) co_return std::unexpected(std::move(valid.error()));
  Turn turn(*this, job.thread);
  if (!co_await turn.come(peer)) co_return locked_out();
  auto before = co_await known(job);
  if (before || before.error().code != Errc::not_found) co_return before;
  auto locked = co_await lock(job.thread, std::move(peer));
  if (!locked) co_return std::unexpected(std::move(locked.error()));
  BATON_FAILPOINT("jobs.intake.locked");
  const LockFence fence{.lock = locked->name, .token = locked->token};
  auto ticket = co_await submit_locked(std::move(job), std::move(task), fence);
  ReleaseLock release{.name = locked->name, .owner = locked->owner, .token = locked->token};
  // One that stays is freed by its time.
  static_cast<void>(co_await store_.call(std::move(release)));
  co_return ticket;
}

awaitable<Result<JobTicket>> JobIntake::known(const NewJob& job) {
  const auto task = co_await store_.call(GetTask{.task = job.id});
  if (!task) co_return std::unexpected(task.error());
  co_return ticket_for(job, *task);
}

std::unexpected<Error> JobIntake::locked_out() const {
  const std::string_view why = patient_ ? "other requests of this thread are being taken in" : "baton is stopping";
  return held_by_others(std::string(why) + "; send it again");
}

awaitable<Result<Lock>> JobIntake::lock(ThreadId thread, Presence peer) {
  const LockName name = intake_lock(thread);
  const TryLock request{.name = name, .owner = LockOwner::of("intake:" + make_unique_text()), .ttl = lock_ttl};
  const auto until = Bell::Clock::now() + patience;
  const auto bell = std::make_shared<Bell>(executor_);
  const auto place = locked_out_.emplace(name, bell);
  const std::stop_callback on_leave(peer.left, [bell] { bell->ring(); });
  std::optional<Result<Lock>> outcome;
  while (!outcome) {
    auto reply = co_await store_.call(request);
    if (!reply) {
      outcome = std::unexpected(std::move(reply.error()));
    } else if (reply->won) {
      outcome = std::move(reply->lock);
    } else if (!patient_ || has_left(peer) || Bell::Clock::now() >= until) {
      outcome = locked_out();
    } else {
      co_await bell->wait(std::min(until, Bell::Clock::now() + intake_interval));
    }
  }
  locked_out_.erase(place);
  co_return *std::move(outcome);
}

awaitable<Result<JobTicket>> JobIntake::submit_locked(NewJob job, NewTask task, LockFence fence) {
  // Another daemon may have taken it in while we waited for the lock.
  auto before = co_await known(job);
  if (!before && before.error().code != Errc::not_found) co_return before;
  if (!before) {
    auto waiting = co_await waiting_before(job.thread);
    if (!waiting) co_return std::unexpected(std::move(waiting.error()));
    if (waiting->size() >= most_waiting) {
      co_return fail(Errc::exhausted, "128 jobs of this thread wait already; send it again when some have ended");
    }
    task.depends_on = *std::move(waiting);
    Submit submit{.tasks = {}, .fence = fence};
    submit.tasks.push_back(std::move(task));
    const auto submitted = co_await store_.call(std::move(submit));
    if (!submitted) co_return std::unexpected(submitted.error());
    BATON_FAILPOINT("jobs.intake.submitted");
    before = JobTicket{.task = job.id,
                       .thread = job.thread,
                       .status = submitted->front().status,
                       .created = submitted->front().created};
  }
  // The job is there; if this cannot be written now, its first run writes it.
  co_await note_request(std::move(job), std::move(fence));
  BATON_FAILPOINT("jobs.intake.noted");
  co_return before;
}

awaitable<Result<std::vector<TaskId>>> JobIntake::waiting_before(ThreadId thread) {
  ListTasks list{.thread = std::move(thread), .newest_first = true, .limit = youngest};
  const auto page = co_await store_.call(std::move(list));
  if (!page) co_return std::unexpected(page.error());
  std::vector<TaskId> waiting;
  for (const Task& task : page->items) {
    if (is_job_lane(task.lane) && !has_ended(task.status)) waiting.push_back(task.id);
  }
  co_return waiting;
}

awaitable<void> JobIntake::note_request(NewJob job, LockFence fence) {
  Append message{.thread = job.thread,
                 .id = request_message(job.id),
                 .role = MessageRole::of("user"),
                 .body = std::move(job.request),
                 .task = job.id,
                 .fence = std::move(fence)};
  static_cast<void>(co_await say(store_, std::move(message)));
}

void JobIntake::hear(const LogWatch::News& news) {
  for (const Event& event : news.events) {
    if (event.type != EventType::lock_released && event.type != EventType::lock_expired) continue;
    const auto name = word_of(event, "lock");
    if (!name) continue;
    const auto [first, last] = locked_out_.equal_range(LockName::trusted(*name));
    for (auto waiting = first; waiting != last; ++waiting) waiting->second->ring();
  }
}

void JobIntake::stop_waiting() {
  patient_ = false;
  for (auto& [thread, queue] : queues_) {
    for (Place& place : queue) place.bell.ring();
  }
  for (const auto& [name, bell] : locked_out_) bell->ring();
}

awaitable<Result<Done>> say(JobStore store, Append message) {
  auto said = co_await store.call(message);
  if (!said && said.error().code == Errc::not_found) {
    PutThread put{.thread = message.thread, .fence = message.fence};
    if (auto made = co_await store.call(std::move(put)); !made) co_return std::unexpected(made.error());
    said = co_await store.call(std::move(message));
  }
  if (said || said.error().code == Errc::conflict) co_return Done{};
  co_return std::unexpected(std::move(said.error()));
}

}  // namespace baton
