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
      while (leave_out_pieces(1)) {
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

  bool try_without(const auto& leave_out) {
    if (spent_ >= budget_) return false;
    History rest;
    rest.reserve(history_.size());
    for (std::size_t act = 0; act < history_.size(); ++act) {
      if (!leave_out(act)) rest.push_back(history_[act]);
    }
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
