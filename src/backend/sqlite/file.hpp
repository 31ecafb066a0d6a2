#pragma once

#include <string>
#include <utility>

#include "baton/error.hpp"

namespace baton::sqlite {

/// The one name of the file behind a path, so that two spellings of it meet the same lock.
/// invalid: a directory or a device. unavailable: its directory does not exist.
Result<std::string> resolve(const std::string& path);

/// Whether a file could be made there; nothing is made. unavailable: its directory is not for this user to write. Other
/// errors as resolve.
Result<void> check_place(const std::string& path);

/// Holds PATH.lock against every other process, and against a second store in this one, while it lives.
class FileLock {
 public:
  /// unavailable: somebody else holds it, or the place cannot be written.
  static Result<FileLock> take(const std::string& path);
  /// For who only reads: on a read-only disk the lock of nobody is not made.
  static Result<FileLock> take_to_read(const std::string& path);
  ~FileLock();
  FileLock(FileLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FileLock& operator=(FileLock&&) = delete;
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  explicit FileLock(int descriptor) : descriptor_(descriptor) {}
  static Result<FileLock> hold(int descriptor, const std::string& path);
  int descriptor_;
};

/// Makes an empty file that only its owner can read, whatever the umask. One that is there and not empty is left alone;
/// true: there was nothing. Made by root it belongs to the owner of the file that it is to replace, else of its folder.
/// SQLite gives its companions the same mode and owner.
Result<bool> create_private(const std::string& path, const std::string& replaced = {});

/// Puts what was written to a file on the disk.
Result<void> sync_file(const std::string& path);

/// Makes renames and new names in the file's directory durable.
Result<void> sync_directory(const std::string& path);

}  // namespace baton::sqlite
