#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "support/acknowledged.hpp"

namespace baton::test {

/// Where callers work: a store, and somebody who hears of every acknowledged mutation.
struct Shop {
  Store store;
  std::string round;  ///< distinguishes the names of this life from those before
  std::size_t payload_bytes = 40;
  std::atomic<std::size_t> most_calls{0};
  std::function<void(const Acknowledgement&)> tell;
  std::atomic<std::size_t> calls{0};

  bool is_open() const { return calls < most_calls; }
};

/// One agent with everything an agent does, over and over, until the shop closes. Nothing that it uses lapses within an
/// hour or two.
awaitable<void> work_in(Shop* shop, std::size_t number);

}  // namespace baton::test
