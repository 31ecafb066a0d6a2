#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>

#include "support/daemon_process.hpp"
#include "support/programs.hpp"

/// What `baton bench` refuses, and what it leaves behind.
namespace baton::test {
namespace {

using std::chrono::seconds;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class BenchCommand : public ::testing::Test {
 protected:
  Ended bench(const std::string& store) const { return run_baton(folder_, {"bench", "--store", store}); }
  std::ptrdiff_t left_behind() const {
    const std::filesystem::directory_iterator entries(folder_.path());
    return std::count_if(begin(entries), end(entries), [](const std::filesystem::directory_entry& entry) {
      return entry.path().filename().string().starts_with("baton-bench-");
    });
  }

  TemporaryDirectory folder_;
};

TEST_F(BenchCommand, says_in_one_line_what_is_wrong_with_a_store) {
  const Ended unknown = bench("mysql://x");
  EXPECT_EQ(unknown.exit_code, 2) << unknown.out;
  const Ended away = bench("redis://127.0.0.1:1");
  EXPECT_EQ(away.exit_code, 1) << away.out;
  EXPECT_THAT(away.out, AllOf(StartsWith("baton bench: cannot reach Redis"), HasSubstr("; start it")));
  for (const Ended& refused : {unknown, away}) EXPECT_EQ(std::ranges::count(refused.out, '\n'), 1) << refused.out;
}

TEST_F(BenchCommand, erases_what_it_made_when_somebody_interrupts_it) {
  for (const int signal : {SIGINT, SIGTERM}) {
    Program program(folder_, {"bench", "--callers", "1", "--seconds", "3600", "--agents", "10"}, {});
    for (int i = 0; i < 3000 && left_behind() == 0; ++i) wait_briefly();
    program.signal(signal);
    EXPECT_EQ(program.wait(seconds{60}), 1);
    EXPECT_EQ(program.output(), "baton bench: interrupted\n");
    EXPECT_EQ(left_behind(), 0);
  }
}

}  // namespace
}  // namespace baton::test
