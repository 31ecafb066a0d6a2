#pragma once

#include <functional>
#include <string>
#include <vector>

#include "support/acknowledged.hpp"

namespace baton::test {

/// A little of everything that callers do to a store, and what they were told, over any number of its lives.
class SmallFleet {
 public:
  /// Opens the store, works, and closes it. Whatever is refused is left out. `mend` ends what is wrong before the end of
  /// the work; without it at most one thing goes wrong, at any time. Then the store must go on.
  void live(const std::string& url, const std::function<void()>& mend = {});

  /// Refusals of which a reader would not know what happened and what to do.
  const std::vector<std::string>& unclear_refusals() const { return unclear_; }
  /// What of it the store does not know, and what it contradicts itself in. It must have been closed.
  std::vector<std::string> missing_in(const std::string& url) const;

 private:
  template <class V>
  Result<typename V::Reply> attempt(BlockingStore& store, V verb);
  Result<Store> open(const std::string& url, const std::function<void()>& mend);
  void work(BlockingStore& store);
  void work_at_once(BlockingStore& store);
  void judge(const Error& refusal);

  int lives_ = 0;
  Acknowledged told_;
  std::vector<std::string> unclear_;
};

}  // namespace baton::test
