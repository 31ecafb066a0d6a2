#pragma once

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/temporary_directory.hpp"

namespace baton::test {

/// The wall clock of other processes, which can be set while they run.
class SkewedClock {
 public:
  SkewedClock() {
    using std::filesystem::perms;
    jump_to({});
    // Servers that do not run as root read it, too.
    std::filesystem::permissions(folder_.path(), perms::owner_all | perms::group_exec | perms::others_exec);
    std::filesystem::permissions(file_,
                                 perms::owner_read | perms::owner_write | perms::group_read | perms::others_read);
  }

  /// What a process must be started with.
  std::vector<std::string> environment() const {
    const char* shim = std::getenv("BATON_CLOCK_SHIM");
    if (shim == nullptr || !std::filesystem::exists(shim))
      throw std::runtime_error("BATON_CLOCK_SHIM names no library");
    return {std::string("LD_PRELOAD=") + shim, "BATON_CLOCK=" + file_.string()};
  }

  /// It is off by so much from now on.
  void jump_to(std::chrono::seconds offset) const {
    const std::int64_t nanoseconds = std::chrono::nanoseconds(offset).count();
    // In place: whoever has mapped the file sees it at once.
    std::fstream file(
        file_, std::ios::binary | std::ios::out | (std::filesystem::exists(file_) ? std::ios::in : std::ios::trunc));
    file.write(reinterpret_cast<const char*>(&nanoseconds), sizeof nanoseconds);
  }

 private:
  TemporaryDirectory folder_;
  std::filesystem::path file_ = folder_.path() / "offset";
};

}  // namespace baton::test
