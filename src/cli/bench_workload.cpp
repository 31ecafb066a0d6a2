#include "cli/bench_workload.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "cli/interrupt.hpp"

namespace baton::cli {

namespace {

constexpr std::array<std::string_view, acts> names = {
    "submit", "get",    "edit",  "cas",       "set_result", "get_result", "lock",       "release",  "messages",
    "claim",  "settle", "sweep", "lifecycle", "pass",       "assign",     "hot_signal", "hot_read", "signal"};

/// Of a preparation, between two looks at whether somebody has interrupted it.
constexpr std::size_t verbs_at_once = 256;

constexpr Duration long_enough = std::chrono::hours{24};

/// The conversation whose history is read: as long as one page of it.
const ThreadId& thread() {
  static const auto id = ThreadId::of("bench");
  return id;
}
constexpr std::size_t history = 50;

Lane lane_name(std::size_t number) { return Lane::of(fmt::format("bench-{}", number)); }

std::optional<Fence> fence_of(const Result<Reply>& claimed) {
  if (!claimed) return std::nullopt;
  const auto& grant = std::get<std::optional<Grant>>(*claimed);
  return grant ? std::optional(grant->fence) : std::nullopt;
}

}  // namespace

void Tally::add(const Replay& replay) {
  took_.insert(took_.end(), replay.took.begin(), replay.took.end());
  elapsed_ += replay.elapsed;
  cpu_ += replay.cpu;
  for (const auto& answer : replay.answers) {
    if (answer) continue;
    if (failed_++ == 0) first_failure_ = answer.error().detail;
  }
}

double Tally::per_second() const {
  const double seconds = std::chrono::duration<double>(elapsed_).count();
  return seconds > 0 ? static_cast<double>(took_.size()) / seconds : 0;
}

double Tally::percentile_us(double which) const {
  if (took_.empty()) return 0;
  auto sorted = took_;
  const auto rank = static_cast<std::ptrdiff_t>(which * static_cast<double>(sorted.size() - 1));
  std::nth_element(sorted.begin(), sorted.begin() + rank, sorted.end());
  return std::chrono::duration<double, std::micro>(sorted[static_cast<std::size_t>(rank)]).count();
}

double Tally::cpu_us() const {
  if (took_.empty()) return 0;
  return std::chrono::duration<double, std::micro>(cpu_).count() / static_cast<double>(took_.size());
}

std::string_view to_text(Act act) { return names[static_cast<std::size_t>(act)]; }

std::optional<Act> parse_act(std::string_view text) {
  const auto found = std::ranges::find(names, text);
  if (found == names.end()) return std::nullopt;
  return static_cast<Act>(found - names.begin());
}

std::string all_acts() { return fmt::format("{}", fmt::join(names, ", ")); }

Result<void> Workload::prepare(std::uint64_t fill, std::size_t agents) {
  std::vector<Verb> verbs;
  for (std::size_t i = 0; i < agents; ++i) {
    Register verb{.agent = AgentId::of(fmt::format("agent-{}", i)), .incarnation = Incarnation::of("1"), .lanes = {}};
    for (std::size_t lane = 0; lane < lanes_; ++lane) verb.lanes.push_back(lane_name(lane));
    verb.ttl = long_enough;
    agents_.push_back({.agent = verb.agent, .incarnation = verb.incarnation, .claim_id = {}, .lease = long_enough});
    verbs.emplace_back(std::move(verb));
  }
  for (std::uint64_t left = fill; left > 0;) {
    Submit batch;
    for (; left > 0 && batch.tasks.size() < limits::tasks_per_submit; --left) batch.tasks.push_back(make_task());
    verbs.emplace_back(std::move(batch));
  }
  if (auto filled = do_all(verbs); !filled) return filled;
  return fill_thread();
}

Result<void> Workload::fill_thread() {
  if (auto made = do_all({PutThread{.thread = thread()}}); !made) return made;
  std::vector<Verb> verbs;
  for (std::size_t i = 0; i < history; ++i) {
    verbs.emplace_back(Append{.thread = thread(),
                              .id = MessageId::of(fmt::format("message-{}", i)),
                              .role = MessageRole::of(i % 2 == 0 ? "user" : "assistant"),
                              .body = Json::trusted(R"({"text":"what is known about the page so far?"})")});
  }
  return do_all(verbs);
}

Result<void> Workload::do_all(const std::vector<Verb>& verbs) {
  for (std::size_t at = 0; at < verbs.size(); at += verbs_at_once) {
    if (Interrupt::asked()) return fail(Errc::unavailable, "interrupted");
    const auto some = std::span(verbs).subspan(at, std::min(verbs_at_once, verbs.size() - at));
    for (const auto& answer : subject_.run({some.begin(), some.end()}, 16).answers) {
      if (!answer) return std::unexpected(answer.error());
    }
  }
  return {};
}

void Workload::round(std::size_t tasks, std::size_t callers, const Wanted& wanted, Tallies& tallies) {
  std::vector<Verb> submits;
  std::vector<TaskId> ids;
  for (std::size_t i = 0; i < tasks; ++i) {
    NewTask task = make_task();
    ids.push_back(task.id);
    submits.emplace_back(Submit{.tasks = {std::move(task)}});
  }
  measure(Act::submit, submits, callers, tallies);
  touch(ids, callers, wanted, tallies);
  if (wanted(Act::cas)) swing(tasks, callers, tallies);
  if (wanted(Act::lock) || wanted(Act::release)) lock(tasks, callers, tallies);
  if (wanted(Act::messages)) {
    measure(Act::messages, std::vector<Verb>(tasks, Messages{.thread = thread(), .limit = history}), callers, tallies);
  }
  std::vector<Verb> claims;
  claims.reserve(tasks);
  for (std::size_t i = 0; i < tasks; ++i) claims.emplace_back(make_claim(i));
  const Replay claimed = measure(Act::claim, claims, callers, tallies);
  std::vector<Verb> settles;
  for (const auto& answer : claimed.answers) {
    if (const auto fence = fence_of(answer)) {
      settles.emplace_back(Settle{.fence = *fence, .body = Json::trusted(R"({"answer":"done"})")});
    }
  }
  measure(Act::settle, settles, callers, tallies);
  if (wanted(Act::sweep)) measure(Act::sweep, std::vector<Verb>(tasks, Sweep{}), callers, tallies);
}

/// What may be done with a task and its result before anybody claims it.
void Workload::touch(const std::vector<TaskId>& tasks, std::size_t callers, const Wanted& wanted, Tallies& tallies) {
  const auto make = [](Act act, const TaskId& task) -> Verb {
    if (act == Act::get) return GetTask{.task = task};
    if (act == Act::edit) return Edit{.task = task, .metadata = Json::trusted(R"({"seen":true})")};
    if (act == Act::get_result) return GetResult{.task = task, .attempt = Attempt{1}};
    return SetResult{.task = task, .attempt = Attempt{1}, .value = Json::trusted(R"({"answer":"done"})")};
  };
  for (const Act act : {Act::get, Act::edit, Act::set_result, Act::get_result}) {
    if (!wanted(act)) continue;
    std::vector<Verb> verbs;
    verbs.reserve(tasks.size());
    for (const TaskId& task : tasks) verbs.push_back(make(act, task));
    measure(act, verbs, callers, tallies);
  }
}

/// The compare-and-set of each agent's state, there and back.
void Workload::swing(std::size_t agents, std::size_t callers, Tallies& tallies) {
  std::vector<Verb> away;
  std::vector<Verb> back;
  for (std::size_t i = 0; i < agents; ++i) {
    const AgentId& agent = agents_[i].agent;
    away.emplace_back(Transition{.agent = agent, .expected = AgentState::idle, .event = AgentEvent::drain});
    back.emplace_back(Transition{.agent = agent, .expected = AgentState::draining, .event = AgentEvent::resume});
  }
  measure(Act::cas, away, callers, tallies);
  measure(Act::cas, back, callers, tallies);
}

/// Locks of different names, each taken and then freed.
void Workload::lock(std::size_t locks, std::size_t callers, Tallies& tallies) {
  const auto owner = LockOwner::of("bench");
  std::vector<Verb> verbs;
  for (std::size_t i = 0; i < locks; ++i) {
    verbs.emplace_back(TryLock{.name = LockName::of(fmt::format("lock-{}", i)), .owner = owner});
  }
  const Replay taken = measure(Act::lock, verbs, callers, tallies);
  verbs.clear();
  for (const auto& answer : taken.answers) {
    if (!answer) continue;
    const Lock& lock = std::get<TryLockReply>(*answer).lock;
    verbs.emplace_back(ReleaseLock{.name = lock.name, .owner = owner, .token = lock.token});
  }
  measure(Act::release, verbs, callers, tallies);
}

void Workload::turns(std::size_t tasks, std::size_t callers, Tally& tally) {
  std::vector<Turn> turns;
  turns.reserve(tasks);
  for (std::size_t i = 0; i < tasks; ++i) turns.push_back({.task = make_task(), .claim = make_claim(i)});
  tally.add(subject_.run_turns(turns, callers));
}

NewTask Workload::make_task() {
  const std::uint64_t number = made_++;
  return {.id = TaskId::make(),
          .kind = KindName::of("bench"),
          .lane = lane_name(number % lanes_),
          .payload = Json::trusted(fmt::format(
              R"({{"prompt":"summarise the page and list its sources","url":"page-{}","depth":2}})", number))};
}

Claim Workload::make_claim(std::size_t agent) const {
  Claim claim = agents_[agent];
  claim.claim_id = ClaimId::trusted(make_unique_text());
  return claim;
}

Replay Workload::measure(Act act, const std::vector<Verb>& verbs, std::size_t callers, Tallies& tallies) {
  Replay replay = subject_.run(verbs, callers);
  tallies[static_cast<std::size_t>(act)].add(replay);
  return replay;
}

}  // namespace baton::cli
