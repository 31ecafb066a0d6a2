#pragma once

#include <cstdint>
#include <string_view>

namespace baton::test {

/// What SQLite asks of a disk.
enum class DiskWork : std::uint8_t { read, write, sync, truncate };

std::string_view to_text(DiskWork work);

/// Stands between SQLite and the disk, for all files of the process that are opened while it lives, and lets one request
/// fail: the nth of its kind, or all from that one on. One at a time in a process.
class FaultyDisk {
 public:
  enum class Lasting : bool { once, from_then_on };

  FaultyDisk();
  ~FaultyDisk();
  FaultyDisk(const FaultyDisk&) = delete;
  FaultyDisk& operator=(const FaultyDisk&) = delete;

  /// `full`: for want of room, which only a write can meet.
  void fail(DiskWork work, std::uint64_t nth, Lasting lasting, bool full = false);
  void heal();
  /// Whether a request has failed since the last `fail`.
  bool has_failed() const;
};

}  // namespace baton::test
