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
  std::atomic<long> hits{0};

  void set(std::string_view wanted) {
    const std::size_t colon = wanted.find(':');
    name = wanted.substr(0, colon);
    nth = colon == std::string_view::npos ? 1 : std::strtol(std::string(wanted.substr(colon + 1)).c_str(), nullptr, 10);
    hits = 0;
  }
};

Target& target() {
  static Target* const set_once = [] {
    auto* made = new Target;  // lives as long as the process, so that threads that outlast main may pass a failpoint
    if (const char* wanted = std::getenv("BATON_FAILPOINT")) made->set(wanted);
    return made;
  }();
  return *set_once;
}

}  // namespace

void hit(std::string_view name) {
  Target& wanted = target();
  if (wanted.name != name) return;
  if (++wanted.hits == wanted.nth) std::raise(SIGKILL);
}

void arm(std::string_view wanted) { target().set(wanted); }

}  // namespace baton::failpoint

#endif
