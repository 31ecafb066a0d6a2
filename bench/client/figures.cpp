#include "client/figures.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <fstream>

namespace bench {

namespace {

double kilobytes_in(const std::string& status, const std::string& name) {
  const auto at = status.find(name);
  return at == std::string::npos ? 0 : std::stod(status.substr(at + name.size()));
}

std::string contents_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

double cpu_seconds_of(int pid) {
  clockid_t clock{};
  timespec time{};
  if (::clock_getcpuclockid(pid, &clock) != 0 || ::clock_gettime(clock, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

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
                 .cpu_seconds = cpu_seconds_of(pid),
                 .descriptors = static_cast<std::size_t>(std::distance(begin(open), end(open)))};
}

}  // namespace bench
