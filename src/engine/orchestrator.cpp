#include "engine/orchestrator.hpp"

#include <algorithm>
#include <utility>

#include "core/codec_values.hpp"
#include "core/event_words.hpp"
#include "engine/backoff.hpp"
#include "engine/rest.hpp"

namespace baton {

namespace {

constexpr std::chrono::seconds claim_wait{30};
constexpr std::chrono::seconds job_look_interval{30};
constexpr std::chrono::seconds job_retry_interval{1};
/// So many wait for the next job at most.
constexpr std::size_t most_idle = 4;

bool is_end_without_holder(EventType type) {
  return type == EventType::task_cancelled || type == EventType::task_dead || type == EventType::task_failed;
}

/// Most events cannot, and need not be read.
bool may_bring_work(const Event& event) {
  switch (event.type) {
    case EventType::task_created:
    case EventType::task_requeued:
    case EventType::task_edited:
    case EventType::queue_resumed: return may_be_pending(event);
    default: return false;
  }
}

bool is_end_of_run(EventType type) { return is_end_without_holder(type) || type == EventType::task_completed; }

std::string stem_of(const std::string& node) { return "jobs:" + node + ":"; }

}  // namespace

/// An agent of ours, with or without a job.
struct Orchestrator::Slot {
  Slot(const boost::asio::any_io_executor& executor, std::size_t its_number, AgentId its_agent)
      : number(its_number), agent(std::move(its_agent)), beat_bell(executor) {}

  std::size_t number;
  AgentId agent;
  Incarnation incarnation;
  std::shared_ptr<JobLife> life;
  Bell beat_bell;
  bool leaving = false;
};

Orchestrator::Orchestrator(const boost::asio::any_io_executor& executor, JobStore store,
                           std::shared_ptr<ClaimDesk> desk, std::shared_ptr<const JobProfiles> profiles,
                           std::shared_ptr<const JobSurroundings> where, OrchestratorOptions options)
    : executor_(executor),
      store_(store),
      desk_(std::move(desk)),
      profiles_(std::move(profiles)),
      where_(std::move(where)),
      options_(std::move(options)),
      intake_(executor, store),
      monitor_(std::make_shared<JobMonitor>(executor, store)),
      call_(executor),
      crew_(executor) {
  lanes_.push_back(fleet_job_lane());
  for (const auto& [kind, profile] : profiles_->kinds) lanes_.push_back(job_lane(kind));
}

awaitable<void> Orchestrator::run(std::stop_token stop) {
  stop_ = stop;
  const std::stop_callback on_stop(stop, [this] { call_.ring(); });
  co_await clear_up();
  cleared_up_ = true;
  while (!stop.stop_requested()) {
    const bool sure = co_await look_for_jobs();
    co_await call_.wait(Bell::Clock::now() + (sure ? job_look_interval : job_retry_interval));
  }
  co_await crew_.join();
  co_await monitor_->join();
}

/// What an earlier start of this node held is requeued at once, not when its silence is noticed.
awaitable<void> Orchestrator::clear_up() {
  const std::string stem = stem_of(where_->node);
  Rest rest(executor_, stop_);
  Backoff backoff;
  AgentId after = AgentId::trusted(stem);
  for (;;) {
    const auto page = co_await store_.call(ListAgents{.after = after, .limit = limits::page});
    if (!page) {
      if (!is_retryable(page.error()) || !co_await rest.wait(backoff.next())) co_return;
      continue;
    }
    for (const Agent& agent : page->items) {
      if (!agent.id.str().starts_with(stem)) co_return;
      Transition crash{.agent = agent.id, .expected = agent.state, .event = AgentEvent::agent_failed};
      if (agent.state != AgentState::crashed) static_cast<void>(co_await store_.call(std::move(crash)));
      static_cast<void>(co_await store_.call(Deregister{.agent = agent.id}));
    }
    if (!page->next) co_return;
    after = *page->next;
  }
}

/// Whether it could be told. Most jobs are told of by the log; this finds those of before, and of gaps in it.
awaitable<bool> Orchestrator::look_for_jobs() {
  QueueStats ask{.limit = limits::page};
  for (;;) {
    auto report = co_await store_.call(ask);
    if (!report) co_return false;
    const bool waits = std::ranges::any_of(report->lines, [this](const Line& line) { return is_ours(line.lane); });
    if (waits) call_for_slot();
    if (waits || !report->next) co_return true;
    ask.after = *std::move(report->next);
  }
}

bool Orchestrator::is_ours(const Lane& lane) const { return std::ranges::find(lanes_, lane) != lanes_.end(); }

/// There is a job to claim. Without jobs there are no agents of ours.
void Orchestrator::call_for_slot() {
  called_ = true;
  if (cleared_up_ && idle_ == 0 && slots_.size() < options_.most_jobs && !stop_.stop_requested()) add_slot();
}

void Orchestrator::add_slot() {
  std::size_t number = 0;
  while (slots_.contains(number)) ++number;
  auto agent = AgentId::trusted(stem_of(where_->node) + std::to_string(number));
  auto slot = std::make_shared<Slot>(executor_, number, std::move(agent));
  slots_.emplace(number, slot);
  ++idle_;
  crew_.start(serve(slot));
}

awaitable<void> Orchestrator::serve(std::shared_ptr<Slot> slot) {
  Rest rest(executor_, stop_);
  Backoff backoff;
  bool entered = false;
  while (!stop_.stop_requested()) {
    if (slot->incarnation.empty()) {
      if (const auto done = co_await enter(slot); !done) {
        if (!co_await rest.wait(backoff.next())) break;
        continue;
      }
      backoff.reset();
      if (!entered) crew_.start(beat(slot));
      entered = true;
    }
    if (!co_await serve_once(slot)) break;
  }
  --idle_;
  slot->leaving = true;
  slot->beat_bell.ring();
  slots_.erase(slot->number);
  if (entered)
    static_cast<void>(co_await store_.call(Deregister{.agent = slot->agent, .incarnation = slot->incarnation}));
}

/// Makes the agent known, anew if its last life was declared over.
awaitable<Result<Done>> Orchestrator::enter(std::shared_ptr<Slot> slot) {
  const Incarnation incarnation = Incarnation::of(make_unique_text());
  Register greeting{.agent = slot->agent,
                    .incarnation = incarnation,
                    .lanes = lanes_,
                    .version = "orchestrator",
                    .ttl = options_.ttl};
  const auto registered = co_await store_.call(std::move(greeting));
  if (!registered) co_return std::unexpected(registered.error());
  slot->incarnation = incarnation;
  co_return Done{};
}

/// Waits for a job and does it. False: there was none for some time, and the slot may go.
awaitable<bool> Orchestrator::serve_once(std::shared_ptr<Slot> slot) {
  called_ = false;
  Claim claim{.agent = slot->agent,
              .incarnation = slot->incarnation,
              .claim_id = ClaimId::of(make_unique_text()),
              .lease = options_.ttl};
  Presence here{.left = stop_};
  auto grant = co_await desk_->claim(std::move(claim), claim_wait, std::move(here));
  if (!grant) {
    const Errc code = grant.error().code;
    if (code == Errc::stale_fence || code == Errc::not_found) slot->incarnation = {};
    Rest rest(executor_, stop_);
    co_await rest.wait(std::chrono::milliseconds{200});
    co_return true;
  }
  // Whatever was called for meanwhile may have come after the last look.
  if (!*grant) co_return called_;
  --idle_;
  if (idle_ == 0 && slots_.size() < options_.most_jobs && !stop_.stop_requested()) add_slot();
  co_await do_job(slot, **std::move(grant));
  ++idle_;
  co_return idle_ <= most_idle;
}

awaitable<void> Orchestrator::do_job(std::shared_ptr<Slot> slot, Grant grant) {
  JobLife::House house{
      .store = store_, .monitor = monitor_, .profiles = profiles_, .node = where_->node, .trouble = options_.trouble};
  ++counts_.begun;
  ++counts_.running;
  slot->life = std::make_shared<JobLife>(executor_, std::move(house), std::move(grant));
  co_await slot->life->run(stop_);
  slot->life.reset();
  --counts_.running;
}

/// Tells the store that the agent lives, and hears what it has to say.
awaitable<void> Orchestrator::beat(std::shared_ptr<Slot> slot) {
  while (!slot->leaving) {
    co_await slot->beat_bell.wait(Bell::Clock::now() + options_.beat);
    if (slot->leaving || slot->incarnation.empty()) continue;
    Beat alive{.agent = slot->agent, .incarnation = slot->incarnation, .ttl = options_.ttl};
    const auto life = slot->life;
    const bool holding = life && !life->fence().task.empty();
    if (holding) {
      alive.task = life->fence().task;
      alive.attempt = life->fence().attempt;
    }
    const auto orders = co_await store_.call(std::move(alive));
    // A settle that was under way may have made the beat's fence an old one.
    const bool still = life && life == slot->life && !life->fence().task.empty();
    if (!orders && orders.error().code == Errc::stale_fence && holding && still) life->lose();
    if (orders && orders->cancel && holding && still) life->cancel();
  }
}

void Orchestrator::hear(const LogWatch::News& news) {
  intake_.hear(news);
  for (const Event& event : news.events) hear(event);
  if (!news.gap) return;
  call_.ring();
  for (auto& [number, slot] : slots_) {
    if (slot->life) slot->life->nudge();
    slot->beat_bell.ring();
  }
}

void Orchestrator::hear(const Event& event) {
  if (const auto lane = may_bring_work(event) ? lane_of(event) : std::nullopt; lane && is_ours(*lane)) call_for_slot();
  const bool unlocked = event.type == EventType::lock_released || event.type == EventType::lock_expired;
  const auto lock = unlocked ? word_of(event, "lock") : std::nullopt;
  bool ours = false;
  for (auto& [number, slot] : slots_) {
    if (!slot->life) continue;
    JobLife& life = *slot->life;
    if (lock && life.lock_name().str() == *lock) life.nudge();
    if (!event.task || !is_end_of_run(event.type)) continue;
    if (*event.task == life.fleet_task()) life.nudge();
    if (*event.task != life.fence().task) continue;
    ours = true;
    if (is_end_without_holder(event.type)) life.cancel();
  }
  // What an agent of the fleet held is no job.
  const bool perhaps = !event.agent || event.agent->str().starts_with("jobs:");
  if (event.task && !ours && perhaps && is_end_without_holder(event.type) && !stop_.stop_requested()) {
    crew_.start(tell_end(*event.task));
  }
}

/// A job that ended while nobody held it ends its conversation, too. Any daemon may write it; it is written once.
awaitable<void> Orchestrator::tell_end(TaskId task) {
  const auto ended = co_await store_.call(GetTask{.task = task});
  if (!ended || !ended->thread || !is_job_lane(ended->lane) || !has_ended(ended->status)) co_return;
  const auto& last = ended->last_settle;
  const bool said_why = last && last->attempt == ended->attempt && last->kind == SettleKind::fail && last->counted;
  if (!said_why) static_cast<void>(co_await say(store_, end_of(*ended)));
}

awaitable<Result<JobTicket>> Orchestrator::submit(NewJob job, Presence peer) {
  const Lane lane = profiles_->lane_of(job.kind);
  const std::uint32_t attempts = profiles_->of(job.kind).max_attempts;
  auto ticket = co_await intake_.submit(std::move(job), lane, attempts, std::move(peer));
  if (ticket && ticket->created) ++counts_.taken_in;
  co_return ticket;
}

awaitable<Result<JobReport>> Orchestrator::get(TaskId job) {
  auto task = co_await store_.call(GetTask{.task = job});
  if (!task) co_return std::unexpected(std::move(task.error()));
  if (!is_job_lane(task->lane)) co_return fail(Errc::not_found, "task " + job.str() + " is not a job");
  const auto found = co_await store_.call(GetRecord{.kind = job_kind(), .key = job_key(job)});
  JobReport report{.task = *std::move(task), .record = {}};
  if (!found && found.error().code == Errc::not_found) co_return report;
  if (!found) co_return std::unexpected(found.error());
  auto record = decode<JobRecord>(found->body);
  if (!record) co_return fail(Errc::corrupt, "the record of job " + job.str() + " cannot be read");
  report.record = *std::move(record);
  co_return report;
}

awaitable<Result<std::vector<TaskId>>> Orchestrator::followers_of(Task job) {
  ListTasks list{.thread = job.thread, .newest_first = true, .limit = 200};
  const auto page = co_await store_.call(std::move(list));
  if (!page) co_return std::unexpected(page.error());
  std::vector<TaskId> followers;
  for (const Task& task : page->items) {
    const bool waits = task.status == TaskStatus::blocked && task.seq > job.seq && is_job_lane(task.lane);
    if (waits) followers.push_back(task.id);
  }
  std::ranges::reverse(followers);
  co_return followers;
}

awaitable<Result<std::vector<FollowUp>>> Orchestrator::take(TaskId job, Attempt run, std::uint64_t after) {
  for (;;) {
    const auto task = co_await store_.call(GetTask{.task = job});
    if (!task) co_return std::unexpected(task.error());
    const auto found = co_await store_.call(GetRecord{.kind = job_kind(), .key = job_key(job)});
    auto record = found ? decode<JobRecord>(found->body) : std::unexpected(found.error());
    if (!record) co_return std::unexpected(std::move(record.error()));
    if (record->run != run) co_return fail(Errc::stale_fence, "this run of the job is over: stop working on it");
    const bool under_way = record->stage == JobStage::spawning || record->stage == JobStage::running;
    if (!under_way) co_return fail(Errc::conflict, "the job is not running");
    auto followers = co_await followers_of(*task);
    if (!followers) co_return std::unexpected(std::move(followers.error()));
    const std::size_t before = record->taken.size();
    for (TaskId& follower : *followers) {
      if (std::ranges::find(record->taken, follower) == record->taken.end()) record->taken.push_back(follower);
    }
    if (record->taken.size() > before) {
      // Whoever keeps the job's next stage first wins: then these are not taken.
      PutRecord put{.kind = job_kind(), .key = job_key(job), .body = encode(*record), .expected = found->version};
      put.ttl = std::chrono::days{60};
      const auto kept = co_await store_.call(std::move(put));
      if (!kept && kept.error().code == Errc::conflict) continue;
      if (!kept) co_return std::unexpected(kept.error());
    }
    co_return co_await requests_of(std::move(record->taken), after);
  }
}

awaitable<Result<std::vector<FollowUp>>> Orchestrator::requests_of(std::vector<TaskId> taken, std::uint64_t after) {
  std::vector<FollowUp> requests;
  for (std::size_t i = static_cast<std::size_t>(std::min<std::uint64_t>(after, taken.size())); i < taken.size(); ++i) {
    auto task = co_await store_.call(GetTask{.task = taken[i]});
    if (!task) co_return std::unexpected(std::move(task.error()));
    requests.push_back({.task = task->id, .request = task->payload.value_or(Json{})});
  }
  co_return requests;
}

}  // namespace baton
