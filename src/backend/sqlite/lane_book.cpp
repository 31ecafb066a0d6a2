#include "backend/sqlite/lane_book.hpp"

#include "backend/sqlite/codec.hpp"
#include "backend/sqlite/sql.hpp"
#include "baton/queue.hpp"

namespace baton::sqlite {
namespace {

std::pair<std::uint32_t, Seq> rank(const LaneBook::First& task) { return {task.priority, task.place}; }

}  // namespace

void LaneBook::load() {
  lanes_.clear();
  changed_lanes_.clear();
  changed_lines_.clear();
  Rows lanes = db_.query(sql::lanes_load);
  while (lanes.next()) {
    State& state = lanes_[lanes.as<Lane>(0)];
    state.live = lanes.as<std::uint64_t>(1);
    state.paused = lanes.as<bool>(2);
  }
  Rows lines = db_.query(sql::lanes_load_lines);
  while (lines.next()) lanes_[lines.as<Lane>(0)].depths[lines.as<std::uint32_t>(1)] = lines.as<std::uint64_t>(2);
}

void LaneBook::save() {
  for (const Lane& name : changed_lanes_) {
    if (const auto lane = lanes_.find(name); lane != lanes_.end()) {
      db_.run(sql::lanes_put, name, lane->second.live, lane->second.paused);
    } else {
      db_.run(sql::lanes_drop, name);
    }
  }
  for (const auto& [name, priority] : changed_lines_) {
    const auto lane = lanes_.find(name);
    const bool empty = lane == lanes_.end() || !lane->second.depths.contains(priority);
    if (empty) {
      db_.run(sql::lanes_drop_line, name, priority);
    } else {
      db_.run(sql::lanes_put_line, name, priority, lane->second.depths.at(priority));
    }
  }
  changed_lanes_.clear();
  changed_lines_.clear();
}

bool LaneBook::is_paused(const Lane& lane) const {
  const auto known = lanes_.find(lane);
  return known != lanes_.end() && known->second.paused;
}

std::uint64_t LaneBook::live(const Lane& lane) const {
  const auto known = lanes_.find(lane);
  return known == lanes_.end() ? 0 : known->second.live;
}

void LaneBook::set_paused(const Lane& lane, bool paused) {
  const auto known = lanes_.try_emplace(lane).first;
  known->second.paused = paused;
  changed_lanes_.insert(lane);
  forget_if_unused(known);
}

void LaneBook::add_live(const Lane& lane) {
  ++lanes_[lane].live;
  changed_lanes_.insert(lane);
}

void LaneBook::drop_live(const Lane& lane) {
  const auto known = lanes_.find(lane);
  if (known == lanes_.end() || known->second.live == 0) {
    db_.report_corrupt("the count of unfinished tasks of lane " + lane.str() + " is wrong");
    return;
  }
  --known->second.live;
  changed_lanes_.insert(lane);
  forget_if_unused(known);
}

void LaneBook::line_up(const Lane& lane, const First& task) {
  db_.run(sql::lanes_line_up, lane, task.priority, task.place, task.task);
  State& state = lanes_[lane];
  ++state.depths[task.priority];
  changed_lines_.emplace(lane, task.priority);
  if (state.first_known && (!state.first || rank(task) < rank(*state.first))) state.first = task;
}

void LaneBook::leave_line(const Lane& lane, std::uint32_t priority, Seq place) {
  if (db_.run(sql::lanes_leave_line, lane, priority, place) == 0) {
    db_.report_corrupt("a pending task is not in the line of lane " + lane.str());
    return;
  }
  State& state = lanes_[lane];
  if (--state.depths[priority] == 0) state.depths.erase(priority);
  changed_lines_.emplace(lane, priority);
  if (state.first && rank(*state.first) == std::pair(priority, place)) state.first_known = false;
}

std::optional<LaneBook::First> LaneBook::first_of(const std::vector<Lane>& lanes) {
  const First* first = nullptr;
  const auto consider = [&](const Lane& name, State& lane) {
    if (lane.paused || lane.depths.empty()) return;
    const auto& candidate = first_in(name, lane);
    if (candidate && (first == nullptr || rank(*candidate) < rank(*first))) first = &*candidate;
  };
  if (!lanes.empty() && lanes.front().str() == "*") {
    for (auto& [name, lane] : lanes_) {
      if (!is_reserved(name)) consider(name, lane);
    }
  } else {
    for (const Lane& name : lanes) {
      if (const auto lane = lanes_.find(name); lane != lanes_.end()) consider(name, lane->second);
    }
  }
  return first == nullptr ? std::nullopt : std::optional(*first);
}

void LaneBook::forget_if_unused(Lanes::iterator lane) {
  if (lane->second.live == 0 && !lane->second.paused) lanes_.erase(lane);
}

const std::optional<LaneBook::First>& LaneBook::first_in(const Lane& name, State& lane) {
  if (lane.first_known) return lane.first;
  lane.first.reset();
  Rows rows = db_.query(sql::lanes_first, name);
  if (rows.next()) {
    First& found = lane.first.emplace();
    rows.into(found.priority, found.place, found.task);
  }
  lane.first_known = !db_.failed();
  return lane.first;
}

}  // namespace baton::sqlite
