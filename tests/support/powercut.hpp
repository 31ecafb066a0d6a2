#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "support/temporary_directory.hpp"

namespace baton::test {

/// A disk whose power can be cut: an ext4 image of its own, mounted through a loop device. Needs root. The image lies in
/// memory where there is room: what was flushed to it is kept all the same, and no other disk is waited for.
class CuttableDisk {
 public:
  CuttableDisk();
  ~CuttableDisk();
  CuttableDisk(const CuttableDisk&) = delete;
  CuttableDisk& operator=(const CuttableDisk&) = delete;

  /// Why there can be no such disk on this machine; empty: there can.
  static std::string missing();

  const std::filesystem::path& path() const { return mount_point_; }

  /// From now on every access fails, and what was not flushed to the image is lost.
  /// Returns when it was done: what came before is kept.
  std::chrono::steady_clock::time_point cut();
  /// The power is back: the file system recovers from its journal. Nobody may have a file open on it.
  void restore();

 private:
  static std::filesystem::path place_of_images();
  void mount();
  void unmount();

  TemporaryDirectory directory_{place_of_images()};
  std::filesystem::path image_ = directory_.path() / "disk.img";
  std::filesystem::path mount_point_ = directory_.path() / "disk";
  bool mounted_ = false;
};

}  // namespace baton::test
