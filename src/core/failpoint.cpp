#include "core/failpoint.hpp"

#if defined(BATON_FAILPOINTS) && BATON_FAILPOINTS

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <string>

namespace baton::failpoint {
namespace {

struct Target {
  std::string name;
  long nth = 1;
};

Target target_from_environment() {
  const char* wanted = std::getenv("BATON_FAILPOINT");
  if (wanted == nullptr) return {};
  Target target{.name = wanted};
  if (const auto colon = target.name.find(':'); colon != std::string::npos) {
    target.nth = std::strtol(target.name.c_str() + colon + 1, nullptr, 10);
    target.name.resize(colon);
  }
  return target;
}

}  // namespace

void hit(std::string_view name) {
  static const Target target = target_from_environment();
  static std::atomic<long> hits{0};
  if (target.name != name) return;
  if (++hits == target.nth) std::raise(SIGKILL);
}

}  // namespace baton::failpoint

#endif
