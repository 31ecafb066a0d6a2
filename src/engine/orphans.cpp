#include "engine/orphans.hpp"

#include <sys/types.h>

#include <charconv>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>

namespace baton {

namespace {

bool has_variable(std::string_view environment, const std::string& variable) {
  while (!environment.empty()) {
    const std::size_t end = std::min(environment.find('\0'), environment.size());
    if (environment.substr(0, end) == variable) return true;
    environment.remove_prefix(std::min(end + 1, environment.size()));
  }
  return false;
}

std::string environment_of(const std::filesystem::path& process) {
  std::ifstream file(process / "environ", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

std::size_t end_orphans(const std::string& mark, const std::string& daemon) {
  const std::string ours = std::string(node_variable) + "=" + mark;
  const std::string alive = std::string(daemon_variable) + "=" + daemon;
  std::size_t ended = 0;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
    const std::string name = entry.path().filename();
    pid_t pid = 0;
    const auto [end, wrong] = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (wrong != std::errc{} || end != name.data() + name.size()) continue;
    const std::string environment = environment_of(entry.path());
    if (!has_variable(environment, ours) || has_variable(environment, alive)) continue;
    if (::kill(pid, SIGKILL) == 0) ++ended;
  }
  return ended;
}

}  // namespace baton
