#pragma once

#include <cstdint>

namespace baton::test {

/// While it lives, the nth request of this thread for memory throws `std::bad_alloc`, once. One at a time.
class ScarceHeap {
 public:
  explicit ScarceHeap(std::uint64_t nth);
  ~ScarceHeap();
  ScarceHeap(const ScarceHeap&) = delete;
  ScarceHeap& operator=(const ScarceHeap&) = delete;

  bool has_refused() const;
};

}  // namespace baton::test
