#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "backend/sqlite/connection.hpp"
#include "baton/ids.hpp"

namespace baton::sqlite {

/// A pending task in the line of its lane.
struct InLine {
  std::uint32_t priority = 0;
  Seq place;
  TaskId task;
};

/// The lanes in use, in the writer's memory: how many tasks live in each, how deep its lines are, and who is first.
/// Whatever the number of lanes an agent serves, a claim then asks the file for one line only. The lines themselves are
/// written at once, the counts once a group; after a rollback everything is read again.
class LaneBook {
 public:
  using First = InLine;

  explicit LaneBook(Connection& db) : db_(db) {}

  /// Reads everything from the file.
  void load();
  /// Writes the counts that changed.
  void save();

  std::size_t size() const { return lanes_.size(); }
  bool contains(const Lane& lane) const { return lanes_.contains(lane); }
  bool is_paused(const Lane& lane) const;
  std::uint64_t live(const Lane& lane) const;

  void set_paused(const Lane& lane, bool paused);
  void add_live(const Lane& lane);
  void drop_live(const Lane& lane);
  void line_up(const Lane& lane, const First& task);
  void leave_line(const Lane& lane, std::uint32_t priority, Seq place);

  /// The most urgent task of these lanes (`*`: of all) that may be claimed.
  std::optional<First> first_of(const std::vector<Lane>& lanes);

 private:
  struct State {
    std::uint64_t live = 0;
    bool paused = false;
    std::map<std::uint32_t, std::uint64_t> depths;  ///< by priority, those that are not empty
    bool first_known = false;
    std::optional<First> first;
  };
  using Lanes = std::map<Lane, State>;

  void forget_if_unused(Lanes::iterator lane);
  const std::optional<First>& first_in(const Lane& name, State& lane);

  Connection& db_;
  Lanes lanes_;
  std::set<Lane> changed_lanes_;
  std::set<std::pair<Lane, std::uint32_t>> changed_lines_;
};

}  // namespace baton::sqlite
