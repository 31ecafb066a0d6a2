#include "support/shrink.hpp"

#include <algorithm>
#include <utility>

namespace baton::test {
namespace {

class Shrinking {
 public:
  Shrinking(History history, const Shows& shows, std::size_t budget)
      : history_(std::move(history)), shows_(shows), budget_(budget) {}

  History run() {
    for (std::size_t piece = history_.size() / 2; piece > 1; piece /= 2) leave_out_pieces(piece);
    do {
      while (leave_out_pieces(1) || make_submits_smaller()) {
      }
    } while (leave_out_two());
    return std::move(history_);
  }

 private:
  /// Whether any could go. From the end: what comes last depends on what came before it.
  bool leave_out_pieces(std::size_t piece) {
    bool any = false;
    for (std::size_t end = history_.size(); end > 0;) {
      const std::size_t first = end > piece ? end - piece : 0;
      any |= try_without([=](std::size_t act) { return act >= first && act < end; });
      end = first;
    }
    return any;
  }

  /// Two acts that undo each other can only go together.
  bool leave_out_two() {
    for (std::size_t one = history_.size(); one > 1; --one) {
      for (std::size_t other = one - 1; other > 0; --other) {
        if (try_without([=](std::size_t act) { return act == one - 1 || act == other - 1; })) return true;
      }
    }
    return false;
  }

  using Tasks = std::vector<NewTask>;

  /// Tasks that do not matter, and what the others wait for, keep acts in the history that are there only for their sake.
  bool make_submits_smaller() {
    bool any = false;
    for (std::size_t act = history_.size(); act-- > 0;) {
      const Tasks* const submitted = tasks_of(history_[act]);
      for (std::size_t task = submitted == nullptr ? 0 : submitted->size(); task-- > 0;) {
        any |= leave_out_task(act, task) || simplify_task(act, task);
      }
    }
    return any;
  }

  bool leave_out_task(std::size_t act, std::size_t task) {
    if (tasks_of(history_[act])->size() == 1) return false;
    return try_with(act, [task](Tasks& tasks) { tasks.erase(tasks.begin() + static_cast<std::ptrdiff_t>(task)); });
  }

  bool simplify_task(std::size_t act, std::size_t task) {
    const NewTask& now = (*tasks_of(history_[act]))[task];
    if (now.depends_on.empty() && !now.run_at && !now.deadline) return false;
    return try_with(act, [task](Tasks& tasks) {
      tasks[task].depends_on.clear();
      tasks[task].run_at.reset();
      tasks[task].deadline.reset();
    });
  }

  /// Nothing: the act is no submit.
  static Tasks* tasks_of(Act& act) {
    auto* const call = std::get_if<Call>(&act);
    auto* const submit = call == nullptr ? nullptr : std::get_if<Submit>(&call->verb);
    return submit == nullptr ? nullptr : &submit->tasks;
  }

  bool try_with(std::size_t act, const auto& change) {
    History changed = history_;
    change(*tasks_of(changed[act]));
    return try_instead(std::move(changed));
  }

  bool try_without(const auto& leave_out) {
    History rest;
    rest.reserve(history_.size());
    for (std::size_t act = 0; act < history_.size(); ++act) {
      if (!leave_out(act)) rest.push_back(history_[act]);
    }
    return try_instead(std::move(rest));
  }

  bool try_instead(History rest) {
    if (spent_ >= budget_) return false;
    spent_ += rest.size() + 1;
    if (!shows_(rest)) return false;
    history_ = std::move(rest);
    return true;
  }

  History history_;
  const Shows& shows_;
  const std::size_t budget_;
  std::size_t spent_ = 0;
};

}  // namespace

History shrink(History history, const Shows& shows, std::size_t budget) {
  return Shrinking(std::move(history), shows, budget).run();
}

}  // namespace baton::test
