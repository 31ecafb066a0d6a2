#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>

#include "baton/time.hpp"
#include "core/planted.hpp"

namespace baton::sqlite {

/// The store's "now": the clock's, but never backwards in the order of the steps, whatever the clock does.
/// A read that overlaps a group of writes must not be later than those writes, because it does not see them: while a
/// group is under way reads get the time at which it began. Thread-safe.
class Timeline {
 public:
  Timeline(std::shared_ptr<const Clock> clock, Time last) : clock_(std::move(clock)), last_(last) {}

  Time begin_group() {
    const std::lock_guard lock(mutex_);
    group_ = true;
    return forward();
  }
  void end_group() {
    const std::lock_guard lock(mutex_);
    group_ = false;
  }
  Time read() {
    const std::lock_guard lock(mutex_);
    return group_ ? last_ : forward();
  }

 private:
  Time forward() {
    if (planted::is("clock_set_back")) return last_ = clock_->now();
    return last_ = std::max(last_, clock_->now());
  }

  std::mutex mutex_;
  std::shared_ptr<const Clock> clock_;
  Time last_;
  bool group_ = false;
};

}  // namespace baton::sqlite
