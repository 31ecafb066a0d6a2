#include "figures.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace live {

namespace {

double kilobytes_in(const std::string& status, const std::string& name) {
  const auto at = status.find(name);
  return at == std::string::npos ? 0 : std::stod(status.substr(at + name.size()));
}

/// User and system time: the 14th and 15th field, counted from behind the name, which may hold anything.
double cpu_seconds_in(const std::string& stat) {
  std::istringstream fields(stat.substr(stat.rfind(')') + 2));
  std::string skipped;
  for (int i = 3; i < 14; ++i) fields >> skipped;
  double user = 0;
  double system = 0;
  fields >> user >> system;
  return (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

std::string contents_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

double Latencies::percentile(double share) const {
  if (times_.empty()) return 0;
  auto sorted = times_;
  std::ranges::sort(sorted);
  const auto at = static_cast<std::size_t>(std::ceil(share * static_cast<double>(sorted.size())));
  return std::chrono::duration<double, std::milli>(sorted[std::max<std::size_t>(at, 1) - 1]).count();
}

std::optional<Process> look_at(int pid) {
  const std::filesystem::path folder = "/proc/" + std::to_string(pid);
  const std::string status = contents_of(folder / "status");
  if (status.empty()) return std::nullopt;
  std::error_code hidden;
  const std::filesystem::directory_iterator open(folder / "fd", hidden);
  return Process{.memory_mb = kilobytes_in(status, "VmRSS:") / 1024,
                 .most_memory_mb = kilobytes_in(status, "VmHWM:") / 1024,
                 .cpu_seconds = cpu_seconds_in(contents_of(folder / "stat")),
                 .descriptors = static_cast<std::size_t>(std::distance(begin(open), end(open)))};
}

}  // namespace live
