#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "baton/upkeep.hpp"

namespace baton {

/// What backends keep beside the rows of an export so that verbs are quick. Everything in it follows from the rows. Not
/// every backend has each of them.
enum class Index : std::uint8_t {
  // Task by task: the key is the task.
  queue,           ///< `lane priority place` of a pending task
  status,          ///< `status seq`
  thread_tasks,    ///< the thread it belongs to
  scheduled,       ///< when it is due
  task_deadlines,  ///< unfinished tasks
  ended,           ///< since when
  unresolved,      ///< ended, with dependants that have not been told: nothing
  // Lane by lane.
  lines,  ///< `lane priority`: how many wait there
  lanes,  ///< how many unfinished tasks, and `paused`
  heads,  ///< `priority place` of the first that waits, unless paused
  // The rest, by the key of the row.
  agent_deadlines,
  agent_locks,    ///< lock: the agent it is bound to
  session_locks,  ///< lock: the session it is bound to
  lock_expiries,
  session_deadlines,
  key_expiries,
  result_expiries,
  record_expiries,
  collecting,  ///< correlation: its timeout
  correlation_expiries,
  signal_counts,    ///< correlation: how many
  pending_counts,   ///< group: how many deliveries
  dead_counts,      ///< group: how many dead letters
  visible,          ///< `group position`: when it may be delivered again
  last_deliveries,  ///< `group position`: when it is given up
  message_counts,   ///< thread: how many message ids are known
};

inline constexpr std::size_t indexes = 26;

/// `queue`, `agent_deadlines`, …
std::string_view to_text(Index index);

/// One entry of an index: what is indexed, and what the index says of it.
struct IndexEntry {
  std::string key;
  std::string value;

  bool operator==(const IndexEntry&) const = default;
};

/// Something that is damaged in a way that only the backend can see.
struct Flaw {
  std::string where;
  std::string what;
  std::string mend;
};

/// Looks at a store from inside, to compare what it keeps with what its rows imply. While it lives nothing else writes
/// to the store: it is locked or frozen, and afterwards as it was.
class Inspector {
 public:
  virtual ~Inspector() = default;
  /// Damage that can be seen without reading rows. If there is some, the rows may not be readable.
  virtual Result<std::vector<Flaw>> flaws() = 0;
  /// As Export. corrupt: a row of this page cannot be read.
  virtual Result<ExportPage> rows(Export request) = 0;

  /// Whether nothing else could write all the time: another who froze the store too may have thawed it.
  virtual Result<bool> is_still_frozen() = 0;

  using Visit = std::function<void(IndexEntry)>;
  /// The indexes that this backend has.
  virtual std::vector<Index> indexes() const = 0;
  /// Every entry of one of them, in any order.
  virtual Result<void> entries(Index index, const Visit& visit) = 0;

  /// How a wrong index is mended on this backend.
  virtual std::string mend_index() const = 0;
};

}  // namespace baton
