#include "daemon/descriptors.hpp"

#include <sys/resource.h>

#include <algorithm>

#include "http/limits.hpp"

namespace baton::daemon {

void allow_many_descriptors() {
  // Beside its clients a daemon has stores, logs and deliveries.
  constexpr rlim_t wanted = http::limits::connections * 2;
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted) return;
  limit.rlim_cur = std::min(wanted, limit.rlim_max);
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace baton::daemon
