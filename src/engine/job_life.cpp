#include "engine/job_life.hpp"

#include <algorithm>
#include <utility>

#include "core/codec_values.hpp"
#include "core/failpoint.hpp"
#include "core/writer.hpp"
#include "engine/backoff.hpp"
#include "engine/fleet_spawner.hpp"
#include "engine/job_intake.hpp"

namespace baton {

namespace {

/// A lock is freed with the agent that it is bound to; this is for one that nobody declares dead.
constexpr Duration beyond_a_run = std::chrono::hours{1};
constexpr std::chrono::seconds lock_interval{5};
constexpr Duration record_ttl = std::chrono::days{60};
constexpr std::size_t most_history_bytes = 256 * 1024;

Json document_of(const Task& task, Attempt run, const std::vector<Message>& history) {
  std::size_t bytes = 0;
  auto first = history.end();
  while (first != history.begin()) {
    bytes += std::prev(first)->body.text().size();
    if (bytes > most_history_bytes) break;
    --first;
  }
  return ObjectWriter()
      .text("job", task.id.str())
      .number("attempt", run.value)
      .text("thread", task.thread ? task.thread->str() : "")
      .text("kind", task.kind.str())
      .json("request", task.payload.value_or(Json{}))
      .json("history", encode(std::vector<Message>(first, history.end())))
      .json();
}

Json reason_body(std::string_view check, std::string_view reason) {
  return ObjectWriter().text("check", check).text("reason", reason).json();
}

}  // namespace

Append end_of(const Task& task) {
  const std::string status(to_text(task.status));
  return {.thread = task.thread.value_or(ThreadId{}),
          .id = end_message(task.id),
          .role = MessageRole::of("error"),
          .body = ObjectWriter().text("status", status).json("error", task.error.value_or(Json{})).json(),
          .task = task.id};
}

JobLife::JobLife(const boost::asio::any_io_executor& executor, House house, Grant grant)
    : executor_(executor),
      house_(std::move(house)),
      task_(std::move(grant.task)),
      fence_(std::move(grant.fence)),
      profile_(house_.profiles->of(task_.kind)),
      thread_(task_.thread.value_or(ThreadId{})),
      lock_name_(thread_lock(thread_)),
      owner_(LockOwner::of("job:" + task_.id.str() + ":" + std::to_string(fence_.attempt.value))),
      bell_(std::make_shared<Bell>(executor)) {}

void JobLife::cancel() {
  cancelled_ = true;
  bell_->ring();
}

void JobLife::lose() {
  lost_ = true;
  bell_->ring();
}

awaitable<bool> JobLife::rest(std::chrono::milliseconds time) {
  if (!interrupted()) co_await bell_->wait(Bell::Clock::now() + time);
  co_return !interrupted();
}

template <class V>
awaitable<Result<typename V::Reply>> JobLife::insist(V verb) {
  Backoff backoff;
  for (;;) {
    auto reply = co_await house_.store.call(verb);
    if (reply) co_return reply;
    if (reply.error().code == Errc::stale_fence) lost_ = true;
    if (!is_retryable(reply.error()) || lost_) co_return reply;
    if (!co_await rest(backoff.next())) co_return reply;
  }
}

JobLife::Way JobLife::out(const Error& error) {
  if (interrupted() || is_retryable(error)) return Way::out;
  // It would go the same way with whoever gets it next.
  house_.trouble("job " + task_.id.str() + " is given up: " + error.detail);
  wrong_ = error;
  return Way::out;
}

awaitable<void> JobLife::run(std::stop_token stop) {
  stop_ = stop;
  const std::stop_callback on_stop(stop, [this] { bell_->ring(); });
  BATON_FAILPOINT("jobs.claimed");
  Way way = Way::out;
  if (!task_.thread) {
    way = out({.code = Errc::invalid, .detail = "a job needs a thread"});
  } else if (auto locked = co_await lock(); locked) {
    BATON_FAILPOINT("jobs.locked");
    way = Way::onward;
  } else {
    way = out(locked.error());
  }
  while (way == Way::onward) way = co_await step();
  co_await leave();
  co_await unlock();
  BATON_FAILPOINT("jobs.released");
}

/// From one stage to the next.
awaitable<JobLife::Way> JobLife::step() {
  if (!loaded_) {
    if (auto told = co_await tell("user", request_message(task_.id), task_.payload.value_or(Json{})); !told) {
      co_return out(told.error());
    }
    BATON_FAILPOINT("jobs.requested");
    if (auto loaded = co_await load(); !loaded) co_return out(loaded.error());
    loaded_ = true;
  }
  if (interrupted()) co_return Way::out;
  switch (record_.stage) {
    case JobStage::queued: co_return co_await begin();
    case JobStage::spawning: co_return fresh_ ? co_await spawn() : co_await take_over();
    case JobStage::running: co_return fresh_ ? co_await watch() : co_await take_over();
    case JobStage::returned: co_return co_await judge();
    case JobStage::judged: co_return co_await finish();
  }
  co_return Way::out;
}

awaitable<Result<Done>> JobLife::lock() {
  TryLock request{.name = lock_name_, .owner = owner_, .ttl = profile_.timeout + beyond_a_run, .agent = fence_.agent};
  while (!interrupted()) {
    auto reply = co_await insist(request);
    if (!reply) co_return std::unexpected(std::move(reply.error()));
    if (reply->won) {
      lock_ = std::move(reply->lock);
      lock_fence_ = {.lock = lock_->name, .token = lock_->token};
      co_return Done{};
    }
    // Its release is told by the log.
    co_await bell_->wait(Bell::Clock::now() + lock_interval);
  }
  co_return fail(Errc::unavailable, "the thread is locked");
}

awaitable<void> JobLife::unlock() {
  if (!lock_) co_return;
  ReleaseLock release{.name = lock_->name, .owner = lock_->owner, .token = lock_->token};
  static_cast<void>(co_await house_.store.call(std::move(release)));
}

awaitable<Result<Done>> JobLife::load() {
  Backoff backoff;
  for (;;) {
    // By the port itself: its stamp tells the store's clock.
    const Answer answer =
        co_await house_.store.port()->execute(Verb(GetRecord{.kind = job_kind(), .key = job_key(task_.id)}));
    if (answer.outcome) {
      const auto& found = std::get<Record>(*answer.outcome);
      auto record = decode<JobRecord>(found.body);
      if (!record) co_return fail(Errc::corrupt, "the record of job " + task_.id.str() + " cannot be read");
      record_ = *std::move(record);
      version_ = found.version;
      used_ = answer.stamp.now - found.updated_at;
      co_return Done{};
    }
    const Error& error = answer.outcome.error();
    if (error.code == Errc::not_found) co_return Done{};
    if (!is_retryable(error) || !co_await rest(backoff.next())) co_return std::unexpected(error);
  }
}

awaitable<Result<Done>> JobLife::keep(JobEvent event) {
  const auto stage = next(record_.stage, event);
  if (!stage) co_return fail(Errc::corrupt, "a job cannot go on from " + std::string(text_of(record_.stage)));
  record_.stage = *stage;
  for (;;) {
    PutRecord put{.kind = job_kind(),
                  .key = job_key(task_.id),
                  .body = encode(record_),
                  .ttl = record_ttl,
                  .expected = version_,
                  .fence = lock_fence_};
    auto kept = co_await insist(std::move(put));
    if (kept) {
      version_ = kept->version;
      co_return Done{};
    }
    if (kept.error().code != Errc::conflict) co_return std::unexpected(std::move(kept.error()));
    // Only the agent of the run writes beside us, and only what it takes over.
    const auto there = co_await insist(GetRecord{.kind = job_kind(), .key = job_key(task_.id)});
    if (!there) co_return std::unexpected(there.error());
    auto record = decode<JobRecord>(there->body);
    if (!record) co_return fail(Errc::corrupt, "the record of job " + task_.id.str() + " cannot be read");
    record_.taken = std::move(record->taken);
    version_ = there->version;
  }
}

awaitable<Result<Done>> JobLife::tell(std::string role, MessageId id, Json body) {
  const Append message{.thread = thread_,
                       .id = std::move(id),
                       .role = MessageRole::of(role),
                       .body = std::move(body),
                       .task = task_.id,
                       .fence = lock_fence_};
  Backoff backoff;
  for (;;) {
    auto told = co_await say(house_.store, message);
    if (told) co_return told;
    if (told.error().code == Errc::stale_fence) lost_ = true;
    if (!is_retryable(told.error()) || lost_ || !co_await rest(backoff.next())) co_return told;
  }
}

awaitable<Result<std::vector<Message>>> JobLife::history() {
  auto page = co_await insist(Messages{.thread = thread_, .limit = profile_.history});
  if (!page) co_return std::unexpected(std::move(page.error()));
  co_return std::move(page->items);
}

JobRun JobLife::run_of_record() {
  JobRun run{.task = task_.id,
             .run = record_.run,
             .thread = thread_,
             .kind = task_.kind,
             .document = {},
             .timeout = fresh_ ? profile_.timeout : std::max<Duration>(profile_.timeout - used_, Duration::zero()),
             .traceparent = task_.traceparent};
  run.changed = [bell = bell_] { bell->ring(); };
  fleet_task_ = FleetSpawner::task_of(run);
  return run;
}

awaitable<JobLife::Way> JobLife::begin() {
  record_.run = fence_.attempt;
  record_.node = house_.node;
  record_.end.reset();
  if (auto kept = co_await keep(JobEvent::begin); !kept) co_return out(kept.error());
  fresh_ = true;
  BATON_FAILPOINT("jobs.spawning");
  co_return Way::onward;
}

awaitable<JobLife::Way> JobLife::spawn() {
  const auto messages = co_await history();
  if (!messages) co_return out(messages.error());
  JobRun run = run_of_record();
  run.document = document_of(task_, record_.run, *messages);
  const auto spawned = co_await profile_.spawner->spawn(std::move(run));
  BATON_FAILPOINT("jobs.spawned");
  JobEvent event = JobEvent::spawned;
  if (!spawned) {
    record_.end = run_failure(spawned.error().detail, spawned.error().code == Errc::invalid);
    event = JobEvent::ended;
  }
  if (auto kept = co_await keep(event); !kept) co_return out(kept.error());
  BATON_FAILPOINT("jobs.running");
  co_return Way::onward;
}

/// A run that an earlier holder of the task decided on.
awaitable<JobLife::Way> JobLife::take_over() {
  const auto told = co_await profile_.spawner->status(run_of_record());
  const bool goes_on = told && !*told;
  if (goes_on && record_.stage == JobStage::spawning) {
    if (auto kept = co_await keep(JobEvent::spawned); !kept) co_return out(kept.error());
  }
  co_return co_await watch();
}

awaitable<JobLife::Way> JobLife::watch() {
  const JobRun run = run_of_record();
  auto seen = co_await house_.monitor->watch(run, profile_.spawner, bell_, [this] { return interrupted(); });
  if (!seen && seen.error() == Unseen::interrupted) co_return Way::out;
  JobEvent event = JobEvent::ended;
  if (seen) {
    BATON_FAILPOINT("jobs.returned");
    record_.end = *std::move(seen);
  } else if (record_.stage == JobStage::spawning || !profile_.spawner->outlives_daemon()) {
    event = JobEvent::lost;
  } else {
    record_.end = run_failure("the run has vanished, and left no result");
  }
  if (auto kept = co_await keep(event); !kept) co_return out(kept.error());
  BATON_FAILPOINT("jobs.kept");
  co_await profile_.spawner->end(run);
  co_return Way::onward;
}

awaitable<JobLife::Way> JobLife::judge() {
  auto messages = co_await history();
  if (!messages) co_return out(messages.error());
  const auto about = std::make_shared<const SafetyCase>(SafetyCase{.job = task_.id,
                                                                   .thread = thread_,
                                                                   .kind = task_.kind,
                                                                   .history = *std::move(messages),
                                                                   .end = record_.end.value_or(RunEnd{})});
  Verdict verdict = co_await profile_.safety->judge(about);
  verdict.run = record_.run;
  verdict.at = SystemClock().now();
  if (record_.verdicts.size() >= most_verdicts) record_.verdicts.erase(record_.verdicts.begin());
  // What must not be delivered is not kept either.
  if (verdict.ruling != Ruling::deliver && record_.end) record_.end->body = Json{};
  record_.verdicts.push_back(std::move(verdict));
  if (auto kept = co_await keep(JobEvent::judge); !kept) co_return out(kept.error());
  BATON_FAILPOINT("jobs.judged");
  co_return Way::onward;
}

awaitable<JobLife::Way> JobLife::finish() {
  const Verdict* verdict = verdict_on(record_);
  if (verdict == nullptr) co_return out({.code = Errc::corrupt, .detail = "a judged job has no verdict"});
  if (verdict->ruling == Ruling::deliver) co_return co_await deliver(record_.end.value_or(RunEnd{}).body);
  co_return co_await turn_down(*verdict);
}

awaitable<JobLife::Way> JobLife::deliver(Json output) {
  if (auto told = co_await tell("assistant", answer_message(task_.id), output); !told) co_return out(told.error());
  co_await drop_taken();
  BATON_FAILPOINT("jobs.answered");
  co_return co_await settle(SettleKind::complete, std::move(output), true);
}

awaitable<JobLife::Way> JobLife::turn_down(Verdict verdict) {
  const Json reason = reason_body(verdict.check, verdict.reason);
  if (auto told = co_await tell("error", error_message(task_.id, verdict.run), reason); !told) {
    co_return out(told.error());
  }
  BATON_FAILPOINT("jobs.answered");
  const bool again = verdict.ruling == Ruling::retry;
  if (again && verdict.run != fence_.attempt) {
    // Another attempt has begun since: this one.
    if (auto kept = co_await keep(JobEvent::repeat); !kept) co_return out(kept.error());
    co_return Way::onward;
  }
  if (!again) co_await drop_taken();
  co_return co_await settle(SettleKind::fail, reason, again);
}

/// What the agent took over is answered with this job; nobody else is to do it again.
awaitable<void> JobLife::drop_taken() {
  for (const TaskId& taken : record_.taken) {
    static_cast<void>(co_await insist(Cancel{.task = taken, .reason = "taken over by job " + task_.id.str()}));
  }
}

awaitable<JobLife::Way> JobLife::settle(SettleKind kind, Json body, bool retry) {
  Settle verb{.fence = fence_, .kind = kind, .body = std::move(body), .retry = retry};
  const auto settled = co_await insist(std::move(verb));
  if (!settled) co_return out(settled.error());
  BATON_FAILPOINT("jobs.settled");
  fence_.task = TaskId{};
  // Whoever has it retried gets a new run, not the old verdict once more.
  if (kind == SettleKind::fail) static_cast<void>(co_await keep(JobEvent::repeat));
  co_return Way::out;
}

/// Whatever was not settled is given back, or let go of.
awaitable<void> JobLife::leave() {
  const bool settled = fence_.task.empty();
  if (settled) co_return;
  const bool under_way = record_.stage == JobStage::spawning || record_.stage == JobStage::running;
  if (under_way && (cancelled_ || !profile_.spawner->outlives_daemon())) {
    co_await profile_.spawner->end(run_of_record());
  }
  if (lost_) co_return;
  if (cancelled_) {
    const auto task = co_await house_.store.call(GetTask{.task = task_.id});
    if (task && has_ended(task->status)) static_cast<void>(co_await say(house_.store, end_of(*task)));
  }
  Settle release{.fence = fence_, .kind = SettleKind::release};
  if (wrong_ && !cancelled_) {
    release.kind = SettleKind::fail;
    release.body = reason_body("job", wrong_->detail);
    release.retry = false;
  }
  static_cast<void>(co_await house_.store.call(std::move(release)));
}

}  // namespace baton
