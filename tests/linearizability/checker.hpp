#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace baton::test {

/// A moment in the one order in which calls began and answers came.
using Moment = std::uint64_t;

/// One call as its client saw it. Without an answer it may take effect at any time after it began, or never.
template <class Rules>
struct Operation {
  typename Rules::Call call;
  std::optional<typename Rules::Answer> answer{};
  Moment began = 0;
  Moment ended = std::numeric_limits<Moment>::max();
};

enum class Ruling { linearizable, contradiction, undecided };

struct Verdict {
  Ruling ruling = Ruling::linearizable;
  std::size_t examined = 0;  ///< states of the search
  std::string why{};         ///< how far one order of the calls gets, and what can follow then
};

/// Looks for an order of the calls in which each answer is the one that the rules give, each call between its begin and
/// its end: the search of Wing and Gong, which remembers the states it has been in (Lowe).
///
/// `Rules` has the types Call, Answer and State; `State` says in `key()` all that it holds.
/// `apply(state, call, answer)`: the state after the call, or nothing if it cannot be answered so in that state; without
/// an answer, what the call does there. `describe(call, answer)`: one line.
template <class Rules>
class Checker {
 public:
  using State = typename Rules::State;
  using History = std::vector<Operation<Rules>>;

  explicit Checker(History history, std::size_t most = 1'000'000) : history_(std::move(history)), most_(most) {
    std::ranges::sort(history_, {}, &Operation<Rules>::began);
    done_.assign(history_.size(), '0');
    for (const auto& operation : history_) left_ += operation.answer ? 1U : 0U;
  }

  Verdict run() {
    path_.push_back({.before = State{}, .candidates = candidates(), .next = 0, .chosen = 0});
    State state{};
    while (left_ > 0) {
      Frame& frame = path_.back();
      if (frame.next == frame.candidates.size()) {
        note_dead_end();
        path_.pop_back();
        if (path_.empty()) return ended(Ruling::contradiction);
        take_back(path_.back().chosen);
        state = path_.back().before;
        continue;
      }
      const std::size_t chosen = frame.candidates[frame.next++];
      const auto& operation = history_[chosen];
      std::optional<State> after = Rules::apply(state, operation.call, operation.answer);
      // One that nobody heard of and that changes nothing need not have happened.
      if (!after || (!operation.answer && after->key() == state.key())) continue;
      put(chosen);
      if (!seen_.insert(fingerprint(after->key())).second) {
        take_back(chosen);
        continue;
      }
      if (seen_.size() > most_) return ended(Ruling::undecided);
      frame.before = std::exchange(state, *std::move(after));
      frame.chosen = chosen;
      path_.push_back({.before = state, .candidates = candidates(), .next = 0, .chosen = 0});
    }
    return ended(Ruling::linearizable);
  }

 private:
  struct Frame {
    State before;
    std::vector<std::size_t> candidates;
    std::size_t next;
    std::size_t chosen;
  };

  Verdict ended(Ruling ruling) const {
    return {.ruling = ruling, .examined = seen_.size(), .why = ruling == Ruling::linearizable ? "" : furthest_};
  }

  /// Whatever began before the first answer among those that are left: what was answered first comes first, what nobody
  /// heard of comes last.
  std::vector<std::size_t> candidates() const {
    Moment first_answer = std::numeric_limits<Moment>::max();
    std::vector<std::size_t> all;
    for (std::size_t i = first_left(); i < history_.size() && history_[i].began < first_answer; ++i) {
      if (done_[i] == '1') continue;
      first_answer = std::min(first_answer, history_[i].ended);
      all.push_back(i);
    }
    std::ranges::sort(all, {}, [this](std::size_t i) { return std::pair(history_[i].ended, i); });
    return all;
  }

  std::size_t first_left() const {
    const std::size_t left = done_.find('0');
    return left == std::string::npos ? history_.size() : left;
  }
  /// Of the calls that have their place and the state they lead to: two that differ have the same one in 2^128 cases.
  struct Fingerprint {
    std::uint64_t first = 0;
    std::uint64_t second = 0;
    bool operator==(const Fingerprint&) const = default;
    struct Hash {
      std::size_t operator()(const Fingerprint& print) const { return print.first; }
    };
  };
  Fingerprint fingerprint(std::string key) const {
    const std::uint64_t first = std::hash<std::string>{}(key);
    key += '#';
    return {.first = done_print_.first ^ first, .second = done_print_.second ^ std::hash<std::string>{}(key)};
  }
  /// Numbers that have nothing to do with one another.
  static std::uint64_t scattered(std::uint64_t number) {
    number += 0x9e3779b97f4a7c15U;
    number = (number ^ (number >> 30U)) * 0xbf58476d1ce4e5b9U;
    number = (number ^ (number >> 27U)) * 0x94d049bb133111ebU;
    return number ^ (number >> 31U);
  }
  void flip(std::size_t i) {
    done_print_.first ^= scattered(2 * i);
    done_print_.second ^= scattered(2 * i + 1);
  }

  void put(std::size_t i) {
    flip(i);
    done_[i] = '1';
    left_ -= history_[i].answer ? 1U : 0U;
  }
  void take_back(std::size_t i) {
    flip(i);
    done_[i] = '0';
    left_ += history_[i].answer ? 1U : 0U;
  }

  void note_dead_end() {
    if (path_.size() <= deepest_) return;
    deepest_ = path_.size();
    furthest_ = "behind these,\n";
    const std::size_t from = path_.size() > 12 ? path_.size() - 12 : 0;
    for (std::size_t i = from; i + 1 < path_.size(); ++i) furthest_ += "  " + line(path_[i].chosen);
    furthest_ += "none of these could have been next:\n";
    for (const std::size_t i : path_.back().candidates) furthest_ += "  " + line(i);
  }

  std::string line(std::size_t i) const {
    const auto& operation = history_[i];
    return std::to_string(operation.began) + "-" + (operation.answer ? std::to_string(operation.ended) : "…") + " " +
           Rules::describe(operation.call, operation.answer) + "\n";
  }

  History history_;
  const std::size_t most_;
  std::string done_;      ///< '1' for each call that has its place
  std::size_t left_ = 0;  ///< answered calls that have none yet
  std::vector<Frame> path_;
  Fingerprint done_print_;
  std::unordered_set<Fingerprint, typename Fingerprint::Hash> seen_;
  std::size_t deepest_ = 0;
  std::string furthest_;
};

template <class Rules>
Verdict check(std::vector<Operation<Rules>> history, std::size_t most = 1'000'000) {
  return Checker<Rules>(std::move(history), most).run();
}

}  // namespace baton::test
