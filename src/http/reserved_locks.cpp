#include "http/reserved_locks.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "core/job.hpp"
#include "engine/correlator.hpp"

namespace baton::http {

Result<void> check_lock(const LockName& name) {
  static const std::array stems{thread_lock({}).str(), intake_lock({}).str(), decision_lock({}).str()};
  const auto* stem =
      std::ranges::find_if(stems, [&name](const std::string& known) { return name.str().starts_with(known); });
  if (stem == stems.end()) return {};
  return fail(Errc::forbidden, "locks that begin with `" + *stem + "` are the daemon's own; use another name");
}

}  // namespace baton::http
