#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>

/// These stand before the C library's for every library in this program. With BATON_NO_FLUSH set they do nothing: a worker
/// that only pretends to flush shows that a power cut would find it out.
namespace {

bool pretends() {
  static const bool set = std::getenv("BATON_NO_FLUSH") != nullptr;
  return set;
}

}  // namespace

extern "C" {

int fsync(int file) { return pretends() ? 0 : static_cast<int>(syscall(SYS_fsync, file)); }

int fdatasync(int file) { return pretends() ? 0 : static_cast<int>(syscall(SYS_fdatasync, file)); }
}
