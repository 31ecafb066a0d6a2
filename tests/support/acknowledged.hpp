#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "baton/blocking.hpp"
#include "baton/verb.hpp"

namespace baton::test {

/// A mutation and the answer its caller was given.
struct Acknowledgement {
  Verb verb;
  Reply reply;
  /// When the caller had the answer in hand, by the clock that all processes of the machine share.
  std::chrono::steady_clock::time_point at{};
  /// When it asked, by the same clock.
  std::chrono::steady_clock::time_point asked{};
};

/// One line, for a pipe.
std::string to_line(const Acknowledgement& acknowledgement);
/// Nothing: the line is not whole.
std::optional<Acknowledgement> parse_acknowledgement(std::string_view line);

/// Everything that callers of a store were told has happened, over any number of its lives. The callers never cancel,
/// retry or edit, and use each message, record and signal for themselves. What several of them were told may come in any
/// order: their moments say what was first.
class Acknowledged {
 public:
  void add(const Acknowledgement& acknowledgement);
  /// The store has died and came back: from here on its tokens must be larger than all before.
  void next_life();
  std::size_t size() const { return size_; }

  /// What of it the store no longer knows, or tells differently.
  std::vector<std::string> missing_in(BlockingStore& store) const;

 private:
  friend struct Noting;
  struct TaskFacts {
    std::optional<Json> payload;
    Attempt attempt;
    std::optional<Json> result;
    std::chrono::steady_clock::time_point completed{};  ///< when that was known
    bool failed = false;
  };
  /// As sure as can be from outside: it was held from when its owner knew until its owner gave it back.
  struct HoldFacts {
    std::optional<std::chrono::steady_clock::time_point> known{};
    std::optional<std::chrono::steady_clock::time_point> given_back{};
  };
  struct GroupFacts {
    Position delivered;
    std::map<Position, std::chrono::steady_clock::time_point> settled;  ///< and when that was known
  };
  using RecordName = std::pair<RecordKind, RecordKey>;
  using SignalId = std::pair<SignalName, std::uint32_t>;

  void check_tasks(BlockingStore& store, std::vector<std::string>& wrong) const;
  void check_conversations(BlockingStore& store, std::vector<std::string>& wrong) const;
  void check_shared(BlockingStore& store, std::vector<std::string>& wrong) const;
  void check_holds(std::vector<std::string>& wrong) const;
  void check_groups(BlockingStore& store, std::vector<std::string>& wrong) const;
  void check_log(BlockingStore& store, std::vector<std::string>& wrong) const;

  std::size_t size_ = 0;
  std::map<TaskId, TaskFacts> tasks_;
  std::map<ThreadId, std::map<std::uint64_t, Message>> messages_;
  std::map<LockToken, LockName> tokens_;
  std::map<LockName, std::map<LockToken, HoldFacts>> holds_;
  LockToken tokens_before_;  ///< the largest of earlier lives
  std::map<RecordName, Record> records_;
  std::map<std::pair<TaskId, Attempt>, Json> results_;
  std::map<CorrelationId, std::map<SignalId, Json>> signals_;
  std::map<GroupName, GroupFacts> groups_;
  std::vector<std::string> broken_;  ///< what was wrong with the acknowledgements themselves
};

}  // namespace baton::test
