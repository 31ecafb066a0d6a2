#include <array>

#include "support/generator.hpp"

namespace baton::test {
namespace {

using namespace std::chrono_literals;

// Names that differ only in case, in accents or in what a pattern match takes for a wild card.
constexpr std::array agents{"a-1", "a-2", "A-1", "b.x", "b:x"};
constexpr std::array lane_names{"alpha", "Alpha", "baton.own", "b_ta", "be\xCC\x81ta 'x' \"%\""};
constexpr std::array threads{"t/1", "T/1", "thread \xF0\x9F\xA7\xB5"};
constexpr std::array locks{"repo", "Repo", "re_o", "lock/\xC3\xA9"};
constexpr std::array sessions{"s-1", "S-1"};
constexpr std::array groups{"g1", "G1"};
constexpr std::array correlations{"c-1", "c-2", "C-1"};
constexpr std::array signals{"risk", "momentum", "news"};
constexpr std::array record_kinds{"audit", "Audit"};
constexpr std::array record_keys{"k", "K", "k_", "\xC3\xBC"};
constexpr std::array owners{"me", "you", "them"};
constexpr std::array values{R"(null)",
                            R"({})",
                            R"([])",
                            R"({"b":1,"a":[{}]})",
                            R"(9007199254740993)",
                            R"(-0.10e+400)",
                            R"("é \u0001 \"'% \\")",
                            R"({"n":18446744073709551616,"deep":[[[[[1]]]]]})"};

constexpr std::uint64_t tasks_in_sight = 60;
constexpr std::uint64_t draws_per_task = 12;  ///< how slowly the window of task ids moves on

TaskId task_id(std::uint64_t number) {
  // The order of ids must not be the order of submission.
  const std::uint64_t mixed = (number + 1) * 0x9E3779B97F4A7C15ULL;
  std::array<std::uint8_t, 16> bytes{};
  for (std::size_t i = 0; i < 8; ++i) {
    bytes.at(i) = static_cast<std::uint8_t>(mixed >> (8 * i));
    bytes.at(15 - i) = static_cast<std::uint8_t>(number >> (8 * i));
  }
  return TaskId(bytes);
}

}  // namespace

AgentId Generator::agent() {
  if (chance_.one_in(60)) return AgentId::of("nobody");
  return AgentId::of(chance_.pick(agents));
}
Lane Generator::lane() { return Lane::of(chance_.pick(lane_names)); }
KindName Generator::kind() { return KindName::of(chance_.pick(lane_names)); }
ThreadId Generator::thread() { return ThreadId::of(chance_.pick(threads)); }
LockName Generator::lock() { return LockName::of(chance_.pick(locks)); }
SessionId Generator::session() { return SessionId::of(chance_.pick(sessions)); }
GroupName Generator::group() { return GroupName::of(chance_.pick(groups)); }
CorrelationId Generator::correlation() { return CorrelationId::of(chance_.pick(correlations)); }
SignalName Generator::signal() { return SignalName::of(chance_.pick(signals)); }
RecordKind Generator::record_kind() { return RecordKind::of(chance_.pick(record_kinds)); }
RecordKey Generator::record_key() { return RecordKey::of(chance_.pick(record_keys)); }
LockOwner Generator::owner() { return LockOwner::of(chance_.pick(owners)); }

Json Generator::json() {
  if (chance_.one_in(40)) return Json::string(std::string(chance_.between(100, 6000), 'x'));
  return Json::parse(chance_.pick(values)).value();
}

std::string Generator::fresh(std::string_view stem) { return std::string(stem) + "-" + std::to_string(++seen_.names); }

Incarnation Generator::incarnation_of(const AgentId& agent) {
  const auto known = seen_.agents.find(agent);
  if (known == seen_.agents.end() || chance_.one_in(25)) return Incarnation::of("never");
  return known->second.incarnation;
}

TaskId Generator::new_task() {
  const std::uint64_t first = seen_.drawn / draws_per_task;
  return task_id(first + chance_.below(tasks_in_sight));
}

TaskId Generator::far_task() { return task_id((std::uint64_t{1} << 32) + ++seen_.names); }

TaskId Generator::task() {
  if (seen_.tasks.empty() || chance_.one_in(20)) return new_task();
  // Of the window first: those behind it are mostly over.
  for (int tries = 0; tries < 6; ++tries) {
    const TaskId drawn = new_task();
    if (seen_.tasks.contains(drawn)) return drawn;
  }
  return chance_.pick(seen_.tasks).first;
}

Attempt Generator::attempt_of(const TaskId& task) {
  const auto known = seen_.tasks.find(task);
  const std::uint64_t attempt = known == seen_.tasks.end() ? 0 : known->second.value;
  return Attempt{chance_.one_in(8) ? chance_.between(1, 3) : std::max<std::uint64_t>(attempt, 1)};
}

Fence Generator::fence() {
  if (!seen_.fences.empty() && chance_.one_in(8)) return chance_.pick(seen_.fences.items());
  std::vector<const Agent*> holders;
  for (const auto& [id, agent] : seen_.agents) {
    if (agent.current_task && agent.state != AgentState::crashed) holders.push_back(&agent);
  }
  if (!holders.empty()) {
    const Agent& holder = *chance_.pick(holders);
    return {
        .agent = holder.id, .incarnation = holder.incarnation, .task = *holder.current_task, .attempt = holder.attempt};
  }
  const AgentId id = agent();
  return {.agent = id, .incarnation = incarnation_of(id), .task = task(), .attempt = Attempt{chance_.between(1, 3)}};
}

Lock Generator::held_lock() {
  if (!seen_.old_locks.empty() && chance_.one_in(6)) return chance_.pick(seen_.old_locks.items());
  if (!seen_.locks.empty()) return chance_.pick(seen_.locks).second;
  Lock made;
  made.name = lock();
  made.owner = owner();
  made.token = LockToken{chance_.between(1, 50)};
  return made;
}

std::optional<LockFence> Generator::lock_fence() {
  if (!chance_.one_in(8)) return std::nullopt;
  const Lock held = held_lock();
  return LockFence{.lock = held.name, .token = held.token};
}

std::uint32_t Generator::limit() {
  constexpr std::array<std::uint32_t, 6> limits{1, 2, 5, 20, 100, 1000};
  return chance_.pick(limits);
}

Duration Generator::ttl() { return chance_.duration(500ms, 2h); }

Time Generator::soon() { return now_ + chance_.duration(1ms, 30min); }

std::vector<Position> Generator::positions(const Recent<Position>& known) {
  std::vector<Position> chosen;
  for (const Position position : known.items()) {
    if (chance_.percent(60)) chosen.push_back(position);
  }
  if (chance_.one_in(6)) chosen.push_back(Position{chance_.between(1, seen_.last.value + 3)});
  return chosen;
}

}  // namespace baton::test
