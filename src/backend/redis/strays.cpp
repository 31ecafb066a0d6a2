#include "backend/redis/strays.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace baton::redis {
namespace {

/// Whether every name of the set has such a key, or it may have one.
enum class Key : std::uint8_t { always, sometimes };

/// The keys `family:<name>` are of the names in a set.
struct Family {
  std::string_view name;
  std::string_view set;
  Key key = Key::always;
  /// The name in the key, of the name in the set.
  std::string (*spelling)(std::string_view) = [](std::string_view name) { return std::string(name); };
};

std::string record_spelling(std::string_view name) {
  std::string spelt(name);
  std::ranges::replace(spelt, '\n', '/');
  return spelt;
}

/// `task:00000000000000000007` in the set, `task:7` in the key.
std::string handoff_spelling(std::string_view name) {
  const std::size_t digits = name.rfind(':') + 1;
  const std::size_t first = std::min(name.find_first_not_of('0', digits), name.size() - 1);
  return std::string(name.substr(0, digits)) + std::string(name.substr(first));
}

constexpr std::array families{
    Family{"task", "tasks_by_seq"},
    Family{"payload", "tasks_by_seq", Key::sometimes},
    Family{"result", "tasks_by_seq", Key::sometimes},
    Family{"dependants", "depended"},
    Family{"agent", "agents"},
    Family{"group", "groups"},
    Family{"pending", "groups", Key::sometimes},
    Family{"hidden", "groups", Key::sometimes},
    Family{"deliveries", "groups", Key::sometimes},
    Family{"dead", "groups", Key::sometimes},
    Family{"dead_letters", "groups", Key::sometimes},
    Family{"kept_events", "groups", Key::sometimes},
    Family{"thread", "threads"},
    Family{"messages", "threads", Key::sometimes},
    Family{"message_ids", "threads", Key::sometimes},
    Family{"lock", "locks"},
    Family{"handoff", "results", Key::always, handoff_spelling},
    Family{"correlation", "correlations"},
    Family{"context", "correlations", Key::sometimes},
    Family{"signals", "correlations", Key::sometimes},
    Family{"signal_names", "correlations", Key::sometimes},
    Family{"record", "records", Key::always, record_spelling},
};

/// Compared with the rows as indexes, or single keys.
constexpr std::array others = std::to_array<std::string_view>(
    {"meta",         "agents",     "agent_deadlines", "agent_locks",  "tasks_by_seq",  "status",
     "thread_tasks", "task_queue", "heads",           "lanes",        "paused",        "lane_live",
     "scheduled",    "ended",      "task_deadlines",  "depended",     "unresolved",    "keys",
     "key_names",    "late",       "key_expiries",    "tasks",        "groups",        "last_deliveries",
     "threads",      "locks",      "lock_expiries",   "sessions",     "session_locks", "session_deadlines",
     "results",      "handoffs",   "result_expiries", "correlations", "collecting",    "correlation_expiries",
     "records",      "trace",      "record_expiries", "purged_events"});

bool is_ours(std::string_view family) {
  return std::ranges::find(others, family) != others.end() ||
         std::ranges::find(families, family, &Family::name) != families.end();
}

Result<void> compare(const Keyspace& keys, const Family& family, std::vector<Flaw>& found) {
  const auto listed = keys.members(std::string(family.set));
  if (!listed) return std::unexpected(listed.error());
  std::set<std::string> spelt;
  for (const std::string& name : *listed) {
    std::string spelling = family.spelling(name);
    if (family.key == Key::always && !keys.names(family.name).contains(spelling)) {
      found.push_back({.where = "key " + std::string(family.name) + ":" + spelling,
                       .what = "it is gone, and " + std::string(family.set) + " still names it",
                       .mend = "remove the name, then check again: redis-cli ZREM '" + keys.prefix() +
                               std::string(family.set) + "' '" + name + "'"});
    }
    spelt.insert(std::move(spelling));
  }
  for (const std::string& name : keys.names(family.name)) {
    if (spelt.contains(name)) continue;
    found.push_back({.where = "key " + std::string(family.name) + ":" + name,
                     .what = "nobody sees it, because " + std::string(family.set) + " does not name it",
                     .mend = "restore the name there if it should be seen; `baton store copy` leaves the key behind"});
  }
  return {};
}

/// Two keys that hold the same members; the second may be a hash.
struct Twins {
  std::string_view one;
  std::string_view other;
  bool is_hash;
  const char* mend;
};

constexpr const char* drop_group = "drop the group and put it again";
constexpr const char* put_both = "bring the two into agreement with redis-cli, then check again";

constexpr std::array twins{
    Twins{"pending", "hidden", false, drop_group},
    Twins{"pending", "deliveries", true, drop_group},
    Twins{"dead", "dead_letters", true, drop_group},
    Twins{"signal_names", "signals", true, put_both},
    Twins{"key_names", "keys", true, put_both},
    Twins{"key_names", "key_expiries", false, put_both},
    Twins{"sessions", "session_deadlines", false, put_both},
};

Result<std::set<std::string>> members_of(const Keyspace& keys, const std::string& key, bool is_hash) {
  if (!is_hash) return keys.members(key);
  const auto fields = keys.fields(key);
  if (!fields) return std::unexpected(fields.error());
  std::set<std::string> names;
  for (const auto& [name, value] : *fields) names.insert(name);
  return names;
}

/// What `one` holds and `other` does not.
void tell_missing(const std::string& one, const std::set<std::string>& ours, const std::string& other,
                  const std::set<std::string>& theirs, const char* mend, std::vector<Flaw>& found) {
  const std::string holder = ", which " + one + " holds";
  for (const std::string& member : ours) {
    if (theirs.contains(member)) continue;
    Flaw flaw{.where = "key " + other, .what = "it does not hold " + member, .mend = mend};
    flaw.what += holder;
    found.push_back(std::move(flaw));
  }
}

Result<void> compare(const Keyspace& keys, const Twins& pair, std::vector<Flaw>& found) {
  std::set<std::string> names = keys.names(pair.one);
  names.insert(keys.names(pair.other).begin(), keys.names(pair.other).end());
  for (const std::string& name : names) {
    const std::string one = Keyspace::key_of(pair.one, name);
    const std::string other = Keyspace::key_of(pair.other, name);
    const auto ours = keys.members(one);
    if (!ours) return std::unexpected(ours.error());
    const auto theirs = members_of(keys, other, pair.is_hash);
    if (!theirs) return std::unexpected(theirs.error());
    tell_missing(one, *ours, other, *theirs, pair.mend, found);
    tell_missing(other, *theirs, one, *ours, pair.mend, found);
  }
  return {};
}

}  // namespace

Result<std::vector<Flaw>> find_strays(const Keyspace& keys) {
  std::vector<Flaw> found;
  for (const Family& family : families) {
    if (auto compared = compare(keys, family, found); !compared) return std::unexpected(std::move(compared.error()));
  }
  for (const Twins& pair : twins) {
    if (auto compared = compare(keys, pair, found); !compared) return std::unexpected(std::move(compared.error()));
  }
  for (const auto& [family, names] : keys.families()) {
    if (is_ours(family)) continue;
    found.push_back({.where = "key " + family + (names.contains("") ? "" : ":…"),
                     .what = "baton does not write such keys",
                     .mend = "find out who did; `baton store copy` leaves them behind"});
  }
  return found;
}

}  // namespace baton::redis
