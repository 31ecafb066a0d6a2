#pragma once

#include <gtest/gtest.h>
#include <sys/mount.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "support/temporary_directory.hpp"

namespace baton::test {

/// A disk of a few megabytes, so that it can be filled.
class SmallDisk {
 public:
  SmallDisk() { mounted_ = mount("none", path().c_str(), "tmpfs", 0, "size=4m") == 0; }
  ~SmallDisk() {
    if (mounted_) umount2(path().c_str(), MNT_DETACH);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  bool is_mounted() const { return mounted_; }
  std::string path() const { return directory_.path().string(); }
  std::string store_url() const { return "sqlite:" + path() + "/state.db"; }

  /// Takes all the room there is.
  void fill() const {
    std::ofstream filler(path() + "/filler", std::ios::binary);
    const std::string block(4096, 'x');
    while (filler.write(block.data(), static_cast<std::streamsize>(block.size())) && filler.flush()) {
    }
  }
  void free() const { std::filesystem::remove(path() + "/filler"); }

 private:
  TemporaryDirectory directory_;
  bool mounted_ = false;
};

}  // namespace baton::test

/// Ends a test without its disk: as failed where all tests have to run, else as skipped.
#define NEED_MOUNTED(disk)                                                                                      \
  if (!(disk).is_mounted()) {                                                                                   \
    if (std::getenv("CI") != nullptr) FAIL() << "a small disk has to be mounted for this test; run it as root"; \
    GTEST_SKIP() << "not run: a small disk has to be mounted, which needs root";                                \
  }                                                                                                             \
  static_assert(true)
