#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <sstream>

#include "support/child.hpp"
#include "support/effort.hpp"
#include "support/programs.hpp"
#include "support/temporary_directory.hpp"

/// The suites are tested: each bug of bugs/, which is as others have had it, is found by those whose business it is.
namespace baton::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

struct Bug {
  std::string name;
  std::string text;
  std::map<std::string, std::string> words{};  ///< `seen in`, `in`, `suite`, `tests`
};

Bug read_bug(const std::filesystem::path& file) {
  Bug bug{.name = file.stem().string(), .text = contents_of(file)};
  std::istringstream lines(bug.text);
  for (std::string line; std::getline(lines, line) && line != "----";) {
    const std::size_t colon = line.find(": ");
    if (colon != std::string::npos) bug.words[line.substr(0, colon)] = line.substr(colon + 2);
  }
  return bug;
}

std::vector<Bug> all_bugs() {
  const char* source = std::getenv("BATON_SOURCE_DIR");
  std::vector<Bug> bugs;
  const auto folder = std::filesystem::path(source != nullptr ? source : ".") / "tests/planted/bugs";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) bugs.push_back(read_bug(entry.path()));
  std::ranges::sort(bugs, {}, &Bug::name);
  return bugs;
}

/// What a suite has to find a bug.
constexpr std::chrono::seconds time_to_find{60};

Output run_suite(const Bug& bug, const std::vector<std::string>& environment, std::chrono::seconds most) {
  const TemporaryDirectory folder;
  const auto program = std::filesystem::path(own_program()).parent_path() / (bug.words.at("suite") + "_tests");
  // In its bounded form: what long mode asks of a suite takes longer than it has here.
  std::vector<std::string> command{"timeout", std::to_string(most.count()), "env", "-u", "BATON_LONG"};
  command.insert(command.end(), environment.begin(), environment.end());
  command.insert(command.end(), {program.string(), "--gtest_filter=" + bug.words.at("tests"), "--gtest_fail_fast"});
  return output_of(folder.path(), std::move(command));
}

/// Everywhere else the same tests run without it anyway.
void expect_nothing_found_without(const Bug& bug) {
  if (effort() == Effort::usual) return;
  const Output sound = run_suite(bug, {"BATON_HISTORIES=1"}, time_to_find);
  EXPECT_EQ(sound.status, 0) << "without the bug: " << sound.text;
  EXPECT_THAT(sound.text, HasSubstr("[       OK ]"));
}

/// A race or a random history may miss it: the suite is run again, with other draws, until the time is over.
Output look_for(const Bug& bug) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + time_to_find;
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::seconds>(end - Clock::now());
    Output ill = run_suite(bug, {"BATON_HISTORIES=3", "BATON_PLANTED=" + bug.text}, left);
    if (ill.status != 0 || Clock::now() >= end) return ill;
  }
}

void expect_found(const Bug& bug) {
  ASSERT_THAT(bug.text, StartsWith(bug.name + ": "));
  ASSERT_FALSE(bug.words.at("seen in").empty());
  const auto start = std::chrono::steady_clock::now();
  const Output ill = look_for(bug);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  EXPECT_EQ(WEXITSTATUS(ill.status), 1) << "not found: " << ill.text;
  EXPECT_THAT(ill.text, HasSubstr("[  FAILED  ]"));
  std::cout << bug.name << ": found by " << bug.words.at("suite") << " in " << took.count() << " s\n" << std::flush;
}

TEST(PlantedBugs, are_found_and_nothing_is_found_without_them) {
  const char* one = std::getenv("BATON_BUG");
  std::size_t looked_for = 0;
  for (const Bug& bug : all_bugs()) {
    if (one != nullptr && bug.name != one) continue;
    SCOPED_TRACE(bug.name);
    expect_nothing_found_without(bug);
    expect_found(bug);
    ++looked_for;
  }
  EXPECT_GE(looked_for, one != nullptr ? 1U : 12U);
  if (!HasFailure()) tell_figure(looked_for, "planted bugs found");
}

}  // namespace
}  // namespace baton::test
