#include "support/powercut.hpp"

#include <fcntl.h>
#include <linux/types.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include "support/child.hpp"
#include "support/programs.hpp"

namespace baton::test {
namespace {

// From the kernel's fs/ext4/ext4.h, which no user header repeats.
constexpr unsigned long shutdown_request = _IOR('X', 125, __u32);
constexpr __u32 without_flushing_the_journal = 2;
constexpr std::uintmax_t image_bytes = 256ULL * 1024 * 1024;

void must_run(const std::vector<std::string>& command) {
  if (!run_program(command)) throw std::runtime_error(command.front() + " failed");
}

}  // namespace

std::string CuttableDisk::missing() {
  if (geteuid() != 0) return "a power cut needs root, to mount an image of its own";
  if (!std::filesystem::exists("/dev/loop-control")) return "a power cut needs loop devices (/dev/loop-control)";
  return {};
}

std::filesystem::path CuttableDisk::place_of_images() { return place_in_memory(2 * image_bytes); }

CuttableDisk::CuttableDisk() {
  std::ofstream(image_).close();
  std::filesystem::resize_file(image_, image_bytes);
  std::filesystem::create_directory(mount_point_);
  // A server that does not run as root has to find its way through.
  std::filesystem::permissions(directory_.path(), std::filesystem::perms::others_exec,
                               std::filesystem::perm_options::add);
  must_run({"mkfs.ext4", "-q", "-F", image_.string()});
  mount();
}

CuttableDisk::~CuttableDisk() {
  if (mounted_) run_program({"umount", "-l", mount_point_.string()});
}

void CuttableDisk::mount() {
  must_run({"mount", "-o", "loop", image_.string(), mount_point_.string()});
  mounted_ = true;
}

void CuttableDisk::unmount() {
  // A process that was killed lets go of its files a moment after it is gone.
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds{10};
  while (::umount(mount_point_.c_str()) != 0) {
    const int failed = errno;
    if (failed != EBUSY || std::chrono::steady_clock::now() > until) {
      throw std::system_error(failed, std::generic_category(), "umount " + mount_point_.string());
    }
    wait_briefly();
  }
  mounted_ = false;
}

std::chrono::steady_clock::time_point CuttableDisk::cut() {
  const int disk = open(mount_point_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  __u32 how = without_flushing_the_journal;
  const auto moment = std::chrono::steady_clock::now();
  const int failed = ioctl(disk, shutdown_request, &how) == 0 ? 0 : errno;
  close(disk);
  if (failed != 0) throw std::system_error(failed, std::generic_category(), "the power cannot be cut");
  return moment;
}

void CuttableDisk::restore() {
  unmount();
  mount();
}

}  // namespace baton::test
