#pragma once

#include <string_view>

#include "core/findings.hpp"
#include "core/picture.hpp"

namespace baton {

/// Looks at the rows of an export one by one, in their order, and at the end at how they agree with one another. Pure.
class RowCheck {
 public:
  explicit RowCheck(Findings& findings) : findings_(findings) {}

  void take(std::string_view row);
  /// After the last row.
  void finish();

  const Picture& picture() const { return picture_; }

 private:
  template <class T>
  void read(const exports::Row& row);

  // row_check_tasks.cpp
  void look(const rows::Meta& meta);
  void look(const Agent& agent);
  void look(const Task& task);
  void look(const rows::Dependency& edge);
  void look(const rows::LateResult& late);
  void look(const rows::Key& key);
  void look(const rows::PausedLane& paused);
  void check_holder(const TaskId& id, const Picture::TaskFacts& task);
  void check_holds();
  void check_counter();
  void check_dependencies();
  void check_keys();

  // row_check_shared.cpp
  void look(const Event& event);
  void look(const rows::GroupRow& group);
  void look(const rows::DeliveryRow& delivery);
  void look(const Thread& thread);
  void look(const rows::MessageRow& message);
  void look(const Session& session);
  void look(const Lock& lock);
  void look(const rows::ResultRow& result);
  void look(const Correlation& correlation);
  void look(const rows::SignalRow& signal);
  void look(const Record& record);
  void check_log();
  void check_threads();
  void check_correlations();

  Findings& findings_;
  Picture picture_;
  std::unordered_set<std::uint64_t> places_;
  Seq last_seq_;
  Seq highest_;                                           ///< seq or place of any task
  std::pair<ThreadId, std::set<MessageId>> messages_of_;  ///< the thread at hand, and the ids seen in it
  std::set<LockToken> tokens_;
};

}  // namespace baton
