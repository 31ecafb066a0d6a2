#pragma once

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace baton::test {

/// Where files cost no waiting for a disk, if there is room for so many bytes; else where temporary files are.
inline std::filesystem::path place_in_memory(std::uintmax_t bytes) {
  const std::filesystem::path memory = "/dev/shm";
  std::error_code missing;
  const auto space = std::filesystem::space(memory, missing);
  return !missing && space.available > bytes ? memory : std::filesystem::temp_directory_path();
}

/// A fresh directory that goes with its owner, unless BATON_KEEP is set: then it can be looked at.
class TemporaryDirectory {
 public:
  TemporaryDirectory() : TemporaryDirectory(std::filesystem::temp_directory_path()) {}
  explicit TemporaryDirectory(const std::filesystem::path& parent) {
    std::string name = (parent / "baton-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary directory: " + name);
    path_ = name;
  }
  ~TemporaryDirectory() {
    if (std::getenv("BATON_KEEP") != nullptr) return;
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace baton::test
