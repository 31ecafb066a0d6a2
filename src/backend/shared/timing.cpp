#include "backend/shared/timing.hpp"

#include <algorithm>

namespace baton::shared {

std::chrono::microseconds Backoff::delay(unsigned failures) {
  constexpr unsigned most_doublings = 20;
  const auto most = std::min(first_ * (1U << std::min(failures - 1, most_doublings)), last_);
  return std::chrono::microseconds(std::uniform_int_distribution<std::int64_t>(0, most.count())(chance_));
}

}  // namespace baton::shared
