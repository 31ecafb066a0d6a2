#include "backend/sqlite/file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace baton::sqlite {
namespace {

namespace fs = std::filesystem;

constexpr mode_t private_mode = S_IRUSR | S_IWUSR;

std::string system_says(int number) { return std::generic_category().message(number); }

/// A descriptor that is closed whatever happens.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return number_; }
  bool ok() const { return number_ >= 0; }
  int release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

/// What root makes is of use to whoever owns what it replaces, or else the folder; where it cannot be given, root keeps it.
void give_to_owner(int descriptor, const std::string& path, const std::string& replaced) {
  struct stat owner = {};
  const std::string folder = fs::path(path).parent_path().string();
  const bool known = ::lstat(replaced.c_str(), &owner) == 0 || ::stat(folder.c_str(), &owner) == 0;
  if (known && ::geteuid() == 0) (void)!::fchown(descriptor, owner.st_uid, owner.st_gid);
}

int open_private(const std::string& path, const std::string& replaced) {
  constexpr int access = O_RDWR | O_CREAT | O_CLOEXEC;
  int descriptor = ::open(path.c_str(), access | O_EXCL, private_mode);
  // Only what is new is given away, and a link is not followed: behind the name might be anybody's file.
  if (descriptor >= 0) give_to_owner(descriptor, path, replaced);
  if (descriptor < 0 && errno == EEXIST) descriptor = ::open(path.c_str(), access | O_NOFOLLOW, private_mode);
  if (descriptor >= 0) (void)::fchmod(descriptor, private_mode);
  return descriptor;
}

std::string holder_of(int descriptor) {
  char digits[32] = {};
  const ssize_t read = ::pread(descriptor, digits, sizeof digits - 1, 0);
  std::string holder(digits, read > 0 ? static_cast<std::size_t>(read) : 0);
  while (!holder.empty() && holder.back() == '\n') holder.pop_back();
  return holder.empty() ? "another process" : "process " + holder;
}

/// Only for the message of whoever comes second.
void leave_our_number(int descriptor) {
  const std::string number = std::to_string(::getpid()) + "\n";
  if (::ftruncate(descriptor, 0) == 0) (void)!::pwrite(descriptor, number.data(), number.size(), 0);
}

std::unexpected<Error> not_writable(const std::string& what) {
  return fail(Errc::unavailable, "cannot " + what + ": " + system_says(errno) +
                                     "; give this user the right to write there, or choose another place");
}

}  // namespace

Result<std::string> resolve(const std::string& path) {
  std::error_code error;
  fs::path absolute = fs::absolute(path, error);
  if (const fs::path target = fs::weakly_canonical(absolute, error); !error) absolute = target;
  const fs::file_status status = fs::status(absolute, error);
  if (fs::is_directory(status)) {
    return fail(Errc::invalid, path + " is a directory; name a file in it, for example " + path + "/state.db");
  }
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    return fail(Errc::invalid, path + " is not a regular file; name another one");
  }
  const fs::path directory = absolute.parent_path();
  if (!fs::is_directory(directory, error)) {
    return fail(Errc::unavailable,
                "the directory " + directory.string() + " does not exist; create it, then open " + path + " again");
  }
  return absolute.string();
}

Result<void> check_place(const std::string& path) {
  const auto resolved = resolve(path);
  if (!resolved) return std::unexpected(resolved.error());
  const std::string directory = fs::path(*resolved).parent_path().string();
  if (::access(directory.c_str(), W_OK | X_OK) != 0) return not_writable("create " + path);
  return {};
}

Result<FileLock> FileLock::take(const std::string& path) {
  const std::string name = path + ".lock";
  const int descriptor = open_private(name, path);
  if (descriptor < 0) return not_writable("write " + name);
  return hold(descriptor, path);
}

Result<FileLock> FileLock::take_to_read(const std::string& path) {
  struct statvfs disk = {};
  if (::statvfs(path.c_str(), &disk) != 0 || (disk.f_flag & ST_RDONLY) == 0) return take(path);
  // Whoever can write there by another way would have made it.
  const std::string name = path + ".lock";
  const int descriptor = ::open(name.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor >= 0) return hold(descriptor, path);
  if (errno == ENOENT) return FileLock(-1);
  return fail(Errc::unavailable, "cannot read " + name + ": " + system_says(errno));
}

Result<FileLock> FileLock::hold(int descriptor, const std::string& path) {
  Descriptor file(descriptor);
  if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return fail(Errc::unavailable, "cannot lock " + path + ".lock: " + system_says(errno));
    return fail(Errc::unavailable, "the store file " + path + " is in use by " + holder_of(file.get()) +
                                       "; stop that one, or choose another file");
  }
  leave_our_number(file.get());
  return FileLock(file.release());
}

FileLock::~FileLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<bool> create_private(const std::string& path, const std::string& replaced) {
  struct stat there = {};
  if (::stat(path.c_str(), &there) == 0 && there.st_size > 0) return false;
  const Descriptor file(open_private(path, replaced));
  if (!file.ok()) return not_writable("create " + path);
  if (auto durable = sync_directory(path); !durable) return std::unexpected(durable.error());
  return true;
}

Result<void> sync_file(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.ok() && ::fsync(file.get()) == 0) return {};
  return fail(Errc::unavailable, "cannot put " + path + " on the disk: " + system_says(errno));
}

Result<void> sync_directory(const std::string& path) {
  const std::string directory = fs::path(path).parent_path().string();
  const Descriptor handle(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (handle.ok() && ::fsync(handle.get()) == 0) return {};
  return fail(Errc::unavailable, "cannot sync the directory " + directory + ": " + system_says(errno));
}

}  // namespace baton::sqlite
