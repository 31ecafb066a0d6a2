#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "baton/verb.hpp"
#include "support/chance.hpp"
#include "support/sightings.hpp"

namespace baton::test {

/// A row that no export made.
inline constexpr std::string_view foreign_row = R"({"table":"tasks","row":{"no":1}})";

/// Draws valid verbs for one client, over a small world of ids so that clients meet. What it draws follows from the
/// seed and from what was seen.
class Generator {
 public:
  Generator(std::uint64_t seed, Sightings& seen) : chance_(seed), seen_(seen) {}

  Verb draw(Time now);
  /// What the answer means for what this client does next.
  void answered(const Verb& verb, const Result<Reply>& outcome);
  /// By how much the clock moves before the next call: mostly hardly, sometimes by hours, rarely by a month.
  Duration tick();
  /// Whether this client has the store frozen and must go on until it is thawed.
  bool in_the_middle() const { return frozen_.has_value(); }

 private:
  /// Freeze, export, import some of it again, thaw.
  struct FrozenSection {
    bool entered = false;
    bool exported = false;
    bool imported = false;
    std::string after{};
    std::vector<std::string> rows{};
  };

  template <class V>
  V make();
  template <class... Vs>
  Verb draw_any(Verbs<Vs...>);
  Verb draw_frozen();
  Import import_again();

  // The small world.
  AgentId agent();
  Incarnation incarnation_of(const AgentId& agent);
  Lane lane();
  KindName kind();
  ThreadId thread();
  LockName lock();
  SessionId session();
  GroupName group();
  CorrelationId correlation();
  SignalName signal();
  RecordKind record_kind();
  RecordKey record_key();
  TaskId task();
  TaskId new_task();
  TaskId far_task();  ///< that no other call draws
  Attempt attempt_of(const TaskId& task);
  Fence fence();
  LockOwner owner();
  Lock held_lock();
  std::optional<LockFence> lock_fence();
  Json json();
  std::string fresh(std::string_view stem);
  std::uint32_t limit();
  Duration ttl();
  Time soon();
  NewTask new_task(const std::vector<NewTask>& before);
  std::vector<TaskId> dependencies(const std::vector<NewTask>& before);
  std::vector<Position> positions(const Recent<Position>& known);

  Chance chance_;
  Sightings& seen_;
  Time now_;
  std::optional<FrozenSection> frozen_;
};

}  // namespace baton::test
