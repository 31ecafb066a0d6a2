#include "support/faulty_disk.hpp"

#include <sqlite3.h>

#include <atomic>
#include <new>
#include <stdexcept>
#include <utility>

namespace baton::test {
namespace {

struct PlannedFault {
  std::atomic<bool> armed{false};
  std::atomic<bool> failed{false};
  std::atomic<std::uint64_t> left{0};  ///< requests until it
  DiskWork work = DiskWork::read;
  bool lasts = false;
  bool full = false;
};

PlannedFault& fault() {
  static PlannedFault one;
  return one;
}

int error_of(DiskWork work) {
  switch (work) {
    case DiskWork::read: return SQLITE_IOERR_READ;
    case DiskWork::write: return fault().full ? SQLITE_FULL : SQLITE_IOERR_WRITE;
    case DiskWork::sync: return SQLITE_IOERR_FSYNC;
    case DiskWork::truncate: return SQLITE_IOERR_TRUNCATE;
  }
  std::unreachable();
}

/// SQLITE_OK: the disk may do it.
int verdict(DiskWork work) {
  PlannedFault& next = fault();
  if (!next.armed || next.work != work) return SQLITE_OK;
  if (next.left > 1) {
    --next.left;
    return SQLITE_OK;
  }
  next.failed = true;
  if (!next.lasts) next.armed = false;
  return error_of(work);
}

/// Ours, with the real one behind it in the same memory.
struct File {
  sqlite3_file base;
  sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};

sqlite3_file* real(sqlite3_file* file) { return reinterpret_cast<File*>(file)->real(); }

int close_file(sqlite3_file* file) { return real(file)->pMethods->xClose(real(file)); }
int read_file(sqlite3_file* file, void* into, int bytes, sqlite3_int64 at) {
  const int code = verdict(DiskWork::read);
  return code != SQLITE_OK ? code : real(file)->pMethods->xRead(real(file), into, bytes, at);
}
int write_file(sqlite3_file* file, const void* from, int bytes, sqlite3_int64 at) {
  const int code = verdict(DiskWork::write);
  if (code == SQLITE_OK) return real(file)->pMethods->xWrite(real(file), from, bytes, at);
  // A disk that fails has often written a part.
  real(file)->pMethods->xWrite(real(file), from, bytes / 2, at);
  return code;
}
int truncate_file(sqlite3_file* file, sqlite3_int64 size) {
  const int code = verdict(DiskWork::truncate);
  return code != SQLITE_OK ? code : real(file)->pMethods->xTruncate(real(file), size);
}
int sync_file(sqlite3_file* file, int flags) {
  const int code = verdict(DiskWork::sync);
  return code != SQLITE_OK ? code : real(file)->pMethods->xSync(real(file), flags);
}
int size_of_file(sqlite3_file* file, sqlite3_int64* size) { return real(file)->pMethods->xFileSize(real(file), size); }
int lock_file(sqlite3_file* file, int level) { return real(file)->pMethods->xLock(real(file), level); }
int unlock_file(sqlite3_file* file, int level) { return real(file)->pMethods->xUnlock(real(file), level); }
int check_lock(sqlite3_file* file, int* held) { return real(file)->pMethods->xCheckReservedLock(real(file), held); }
int control_file(sqlite3_file* file, int what, void* with) {
  return real(file)->pMethods->xFileControl(real(file), what, with);
}
int sector_size(sqlite3_file* file) { return real(file)->pMethods->xSectorSize(real(file)); }
int characteristics(sqlite3_file* file) { return real(file)->pMethods->xDeviceCharacteristics(real(file)); }
int map_shared(sqlite3_file* file, int page, int size, int extend, void volatile** at) {
  return real(file)->pMethods->xShmMap(real(file), page, size, extend, at);
}
int lock_shared(sqlite3_file* file, int offset, int count, int flags) {
  return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}
void shared_barrier(sqlite3_file* file) { real(file)->pMethods->xShmBarrier(real(file)); }
int unmap_shared(sqlite3_file* file, int remove) { return real(file)->pMethods->xShmUnmap(real(file), remove); }

/// Version 2: with a write-ahead log, without reads that go around us.
const sqlite3_io_methods methods{
    .iVersion = 2,
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = sync_file,
    .xFileSize = size_of_file,
    .xLock = lock_file,
    .xUnlock = unlock_file,
    .xCheckReservedLock = check_lock,
    .xFileControl = control_file,
    .xSectorSize = sector_size,
    .xDeviceCharacteristics = characteristics,
    .xShmMap = map_shared,
    .xShmLock = lock_shared,
    .xShmBarrier = shared_barrier,
    .xShmUnmap = unmap_shared,
    .xFetch = nullptr,
    .xUnfetch = nullptr,
};

sqlite3_vfs* real_disk() {
  static sqlite3_vfs* const unix_files = sqlite3_vfs_find("unix");
  return unix_files;
}

int open_file(sqlite3_vfs* /*ours*/, const char* name, sqlite3_file* file, int flags, int* out_flags) {
  auto* made = new (file) File{};
  const int code = real_disk()->xOpen(real_disk(), name, made->real(), flags, out_flags);
  // Without methods SQLite takes it for not opened.
  made->base.pMethods = made->real()->pMethods == nullptr ? nullptr : &methods;
  return code;
}

sqlite3_vfs& ours() {
  static sqlite3_vfs one = [] {
    sqlite3_vfs made = *real_disk();
    made.zName = "faulty";
    made.szOsFile = static_cast<int>(sizeof(File)) + real_disk()->szOsFile;
    made.pNext = nullptr;
    made.xOpen = open_file;
    return made;
  }();
  return one;
}

}  // namespace

std::string_view to_text(DiskWork work) {
  switch (work) {
    case DiskWork::read: return "read";
    case DiskWork::write: return "write";
    case DiskWork::sync: return "sync";
    case DiskWork::truncate: return "truncate";
  }
  std::unreachable();
}

FaultyDisk::FaultyDisk() {
  if (sqlite3_vfs_register(&ours(), 1) != SQLITE_OK) throw std::runtime_error("SQLite takes no other disk");
}

FaultyDisk::~FaultyDisk() {
  heal();
  sqlite3_vfs_register(real_disk(), 1);
}

void FaultyDisk::fail(DiskWork work, std::uint64_t nth, Lasting lasting, bool full) {
  PlannedFault& next = fault();
  next.armed = false;
  next.failed = false;
  next.work = work;
  next.left = nth;
  next.lasts = lasting == Lasting::from_then_on;
  next.full = full;
  next.armed = true;
}

void FaultyDisk::heal() { fault().armed = false; }

bool FaultyDisk::has_failed() const { return fault().failed; }

}  // namespace baton::test
