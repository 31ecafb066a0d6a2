#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "crash/deaths.hpp"
#include "crash/power_test.hpp"

namespace baton::test {
namespace {

using ::testing::IsEmpty;

class PowerCut : public PowerTest {};

void write_file(const std::filesystem::path& file, bool flush) {
  const int descriptor = open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  const std::string text(4096, 'x');
  EXPECT_EQ(write(descriptor, text.data(), text.size()), static_cast<ssize_t>(text.size()));
  if (flush) EXPECT_EQ(fsync(descriptor), 0);
  close(descriptor);
}

std::uintmax_t size_of(const std::filesystem::path& file) {
  std::error_code failed;
  const std::uintmax_t size = std::filesystem::file_size(file, failed);
  return failed ? 0 : size;
}

TEST_F(PowerCut, keeps_what_was_flushed_and_loses_what_was_not) {
  CuttableDisk disk;
  write_file(disk.path() / "flushed", true);
  write_file(disk.path() / "not flushed", false);
  disk.cut();
  disk.restore();
  EXPECT_EQ(size_of(disk.path() / "flushed"), 4096U);
  EXPECT_EQ(size_of(disk.path() / "not flushed"), 0U) << "then a cut would prove nothing about a store";
}

TEST_F(PowerCut, finds_out_a_worker_that_does_not_flush) {
  CuttableDisk disk;
  Survivor store("sqlite:" + (disk.path() / "state.db").string());
  Child worker = store.start({}, {"BATON_NO_FLUSH=1"});
  store.listen(worker, 300);
  store.bury(worker, disk.cut());
  disk.restore();
  EXPECT_THAT(store.examine(), Not(IsEmpty()));
}

TEST_F(PowerCut, loses_nothing_that_was_acknowledged) {
  const std::uint64_t seed = drawn_seed();
  Chance chance(seed);
  const std::uint64_t cuts = amount(20, 20, 60);
  CuttableDisk disk;
  Survivor store("sqlite:" + (disk.path() / "state.db").string(), seed);
  for (std::uint64_t cut = 0; cut < cuts; ++cut) {
    Child worker = store.start();
    store.listen(worker, chance.between(1, most_between_deaths));
    store.bury(worker, disk.cut());
    disk.restore();
    ASSERT_THAT(store.examine(), IsEmpty()) << "after cut " << cut << ", " << origin(seed);
  }
  tell_figure(cuts, "power cuts under SQLite");
  tell_figure(store.acknowledged(), "acknowledged writes looked for after power cuts");
}

}  // namespace
}  // namespace baton::test
