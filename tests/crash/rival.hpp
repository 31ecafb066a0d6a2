#pragma once

#include <string>
#include <vector>

namespace baton::test {

/// One of several processes that want the same lock, bound to the session of the process: each caller tries once and
/// tells the answer. Then the session is kept alive until the process is killed.
struct Rival {
  std::string url;
  std::string name;          ///< of the process and its session
  std::size_t callers = 10;  ///< at once
};

inline constexpr const char* coveted_lock = "coveted";

int run_rival(const Rival& rival);

std::vector<std::string> to_arguments(const Rival& rival);
Rival parse_rival(const std::vector<std::string>& arguments);

}  // namespace baton::test
