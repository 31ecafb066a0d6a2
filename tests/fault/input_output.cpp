#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>

#include "baton/open.hpp"
#include "fault/small_fleet.hpp"
#include "support/effort.hpp"
#include "support/faulty_disk.hpp"
#include "support/temporary_directory.hpp"

/// Each request to the disk fails once: the first read, the second, and so on until a whole life of a store needs no
/// more of them. Nothing that was acknowledged may be lost, and the store goes on as soon as the disk does.
namespace baton::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

struct DiskFault {
  DiskWork work;
  bool full = false;
};

std::string name_of(const DiskFault& fault) { return fault.full ? "full" : std::string(to_text(fault.work)); }
void PrintTo(const DiskFault& fault, std::ostream* out) { *out << name_of(fault); }

class CheckOfAFile : public ::testing::Test {};

class InputOutputFault : public ::testing::TestWithParam<DiskFault> {
 protected:
  void SetUp() override { filled_.live(url_of(template_)); }

  static std::string url_of(const std::filesystem::path& file) { return "sqlite:" + file.string(); }

  /// One life with the nth request failing; false: there are not that many.
  bool live_with(std::uint64_t nth, FaultyDisk::Lasting lasting) {
    const TemporaryDirectory directory;
    const std::filesystem::path file = directory.path() / "state.db";
    std::filesystem::copy_file(template_, file);
    SmallFleet fleet = filled_;
    FaultyDisk disk;
    disk.fail(GetParam().work, nth, lasting, GetParam().full);
    const auto heal = [&disk] { disk.heal(); };
    fleet.live(url_of(file), lasting == FaultyDisk::Lasting::once ? std::function<void()>() : heal);
    const bool failed = disk.has_failed();
    disk.heal();
    EXPECT_THAT(fleet.unclear_refusals(), IsEmpty());
    EXPECT_THAT(fleet.missing_in(url_of(file)), IsEmpty());
    return failed;
  }

  void live_with_each(FaultyDisk::Lasting lasting, std::uint64_t step) {
    std::uint64_t nth = 1;
    while (live_with(nth, lasting) && !HasFailure()) nth += step;
    if (HasFailure()) FAIL() << "when request " << nth << " of this kind failed: " << name_of(GetParam());
    EXPECT_GT(nth, 1U) << "no request was ever made";
    tell_figure(nth / step, "requests to the disk that failed: " + name_of(GetParam()));
  }

  const TemporaryDirectory home_;
  const std::filesystem::path template_ = home_.path() / "state.db";
  SmallFleet filled_;
};

/// A check of the file that cannot read a page says so as if the page were damaged. A sound file was set aside for it.
TEST_F(CheckOfAFile, that_cannot_read_a_page_finds_no_damage) {
  const TemporaryDirectory directory;
  const std::filesystem::path file = directory.path() / "state.db";
  SmallFleet fleet;
  fleet.live("sqlite:" + file.string());
  FaultyDisk disk;
  for (std::uint64_t nth = 1; nth < 40; ++nth) {
    disk.fail(DiskWork::read, nth, FaultyDisk::Lasting::once);
    const auto opened = open_store("sqlite:" + file.string());
    if (!opened) EXPECT_EQ(opened.error().code, Errc::unavailable) << opened.error().detail;
    if (opened) opened->port()->close();
    for (const auto& entry : std::filesystem::directory_iterator(directory.path())) {
      ASSERT_THAT(entry.path().string(), Not(HasSubstr("damaged"))) << "when read " << nth << " failed";
    }
  }
}

TEST_P(InputOutputFault, once_at_each_request_loses_nothing_that_was_acknowledged) {
  const bool is_write = GetParam().work == DiskWork::write;
  live_with_each(FaultyDisk::Lasting::once, is_write ? amount(4, 1, 1) : 1);
}

/// Until the disk is mended, which is before the log is truncated.
class LastingFault : public InputOutputFault {};

TEST_P(LastingFault, from_each_request_on_loses_nothing_that_was_acknowledged) {
  live_with_each(FaultyDisk::Lasting::from_then_on, amount(8, 2, 1));
}

INSTANTIATE_TEST_SUITE_P(Every, InputOutputFault,
                         ::testing::Values(DiskFault{DiskWork::read}, DiskFault{DiskWork::write},
                                           DiskFault{DiskWork::write, true}, DiskFault{DiskWork::sync},
                                           DiskFault{DiskWork::truncate}),
                         [](const auto& fault) { return name_of(fault.param); });
INSTANTIATE_TEST_SUITE_P(Every, LastingFault,
                         ::testing::Values(DiskFault{DiskWork::read}, DiskFault{DiskWork::write},
                                           DiskFault{DiskWork::write, true}, DiskFault{DiskWork::sync}),
                         [](const auto& fault) { return name_of(fault.param); });

}  // namespace
}  // namespace baton::test
