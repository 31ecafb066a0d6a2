#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "baton/store.hpp"

namespace baton {

/// What can be wrong with a fleet. Each is one rule; docs/supervisor.md says what it means and what helps.
enum class AttentionRule : std::uint8_t {
  store_frozen,
  all_paused,
  lane_unserved,
  group_dropped,
  durability_relaxed,
  store_degraded,
  lane_paused,
  task_dead,
  task_waiting_long,
  task_running_long,
  agent_stale,
  agent_quarantined,
  group_lagging,
  group_dead_letters,
  task_blocked,
  task_failed,
  agent_crashed,
  store_note,
};

inline constexpr std::size_t attention_rules = 18;

enum class Severity : std::uint8_t {
  critical,  ///< work stands still, or was lost
  warning,   ///< somebody should look
  notice,    ///< good to know
};

/// The stable name of the rule: `lane_unserved`.
std::string_view to_text(AttentionRule rule);
std::string_view to_text(Severity severity);

/// The store as a whole, as the subject of an item.
struct WholeStore {
  bool operator==(const WholeStore&) const = default;
};

using Subject = std::variant<WholeStore, AgentId, TaskId, Lane, GroupName>;

/// `store`, `agent`, `task`, `lane` or `group`.
std::string_view kind_of(const Subject& subject);
/// Its id or name; empty for the store.
std::string name_of(const Subject& subject);

/// One line of the attention list. Many subjects with one trouble are one item.
struct AttentionItem {
  Severity severity = Severity::notice;
  AttentionRule rule = AttentionRule::store_note;
  Subject subject;                ///< the first of them
  std::uint64_t count = 1;        ///< how many subjects it stands for, or tasks that wait for the subject
  bool at_least = false;          ///< there may be more: not all were looked at
  std::vector<Subject> examples;  ///< the first few, if it stands for several
  std::optional<Time> since;      ///< of the one that lasts longest, where the store tells
  std::string sentence;           ///< for a person
  std::string command;            ///< what helps

  bool operator==(const AttentionItem&) const = default;
};

struct AttentionReport {
  Time now;                          ///< the store's clock
  std::vector<AttentionItem> items;  ///< the most severe first; empty: nothing needs anybody
  bool complete = true;              ///< false: a bound was reached, so there may be more

  bool operator==(const AttentionReport&) const = default;
};

struct AttentionOptions {
  Duration waiting_for = std::chrono::minutes{15};  ///< a pending task that waits longer is over age
  Duration running_for = std::chrono::hours{1};     ///< a running one that takes longer is, too
  Duration blocked_for = std::chrono::hours{1};     ///< and one that waits longer for other tasks
  Duration failed_within = std::chrono::hours{24};  ///< how long a failed task is news
  std::uint64_t lag_events = 10'000;                ///< a group that is further behind lags
  Duration lag_for = std::chrono::minutes{5};       ///< and one whose next event has waited longer
  std::uint32_t pages = 10;                         ///< of a thousand tasks of a status, and of lines of the queue
  std::uint32_t agent_pages = 100;                  ///< of a thousand agents
  std::uint32_t lookups = 200;                      ///< dependencies of blocked tasks that are looked at
};

using AttentionVerbs = Verbs<Health, QueueStats, ListAgents, ListTasks, GetTask, ListGroups, ReadLog>;

/// What is wedged in the fleet, and why. Reads only; what it sees may change between its reads. Fails as they do.
/// Bound: the pages of its options; each is one call.
awaitable<Result<AttentionReport>> attention(View<AttentionVerbs> store, AttentionOptions options = {});

}  // namespace baton
