#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <string_view>

#include "core/failpoint.hpp"
#include "crash/survivor.hpp"
#include "support/store_fixture.hpp"
#include "support/temporary_directory.hpp"

namespace baton::test {
namespace {

using ::testing::IsEmpty;

/// How a worker is brought to each failpoint; the first whose prefix fits.
struct Way {
  std::string_view prefix;
  int nth = 1;            ///< of its hits
  bool new_file = false;  ///< it lies on the way to a new store
  bool damaged = false;   ///< it lies on the way to a damaged one
  Workload workload = {};
};

const std::vector<Way>& ways() {
  static const std::vector<Way> all{
      {.prefix = "sqlite.open.", .new_file = true},
      {.prefix = "sqlite.migrate.", .new_file = true},
      {.prefix = "sqlite.group.replayed", .nth = 50, .workload = {.callers = 1}},
      {.prefix = "sqlite.group.", .nth = 120},
      {.prefix = "sqlite.checkpoint.", .nth = 2, .workload = {.payload_bytes = 20'000}},
      {.prefix = "sqlite.import.", .nth = 30, .workload = {.imports = true}},
      {.prefix = "sqlite.salvage.", .damaged = true},
      {.prefix = "sqlite.close.", .workload = {.calls = 300}},
  };
  return all;
}

const Way* way_to(std::string_view name) {
  for (const Way& way : ways()) {
    if (name.starts_with(way.prefix)) return &way;
  }
  return nullptr;
}

std::string url_of(const std::filesystem::path& file) { return "sqlite:" + file.string(); }

std::vector<std::string> armed(std::string_view name, int nth) {
  return {"BATON_FAILPOINT=" + std::string(name) + ":" + std::to_string(nth)};
}

/// A store that has seen some work and was closed in peace.
void fill(Survivor& store) {
  Child worker = store.start({.calls = 400});
  ASSERT_EQ(store.bury(worker), 0);
}

/// Overwrites every third page behind the first.
void damage(const std::filesystem::path& file) {
  constexpr std::size_t page = 4096;
  std::fstream bytes(file, std::ios::binary | std::ios::in | std::ios::out);
  for (std::size_t at = 2 * page; at < std::filesystem::file_size(file); at += 3 * page) {
    bytes.seekp(static_cast<std::streamoff>(at));
    bytes << std::string(page, '#');
  }
}

/// Everything that a store of this file holds, once it was opened.
std::string text_of(const std::filesystem::path& file) {
  auto store = open_store(url_of(file));
  if (!store) return "the store does not open: " + store.error().detail;
  BlockingStore blocking(*store);
  must(blocking, Freeze{.frozen = true});
  std::string text = export_text(blocking);
  must(blocking, Freeze{.frozen = false});
  store->port()->close();
  return text;
}

bool is_kept_aside(const std::filesystem::path& directory) {
  return std::ranges::any_of(std::filesystem::directory_iterator(directory), [](const auto& entry) {
    return entry.path().filename().string().find(".damaged-") != std::string::npos;
  });
}

class Failpoint : public ::testing::TestWithParam<std::string_view> {
 protected:
  /// A death in the middle of a salvage changes nothing about its outcome.
  void die_while_salvaging(const Way& way) {
    const TemporaryDirectory directory;
    const std::filesystem::path file = directory.path() / "state.db";
    Survivor filled(url_of(file));
    fill(filled);
    damage(file);
    const TemporaryDirectory untouched;
    std::filesystem::copy_file(file, untouched.path() / "state.db");

    Survivor store(url_of(file));
    Child worker = store.start(way.workload, armed(GetParam(), way.nth));
    ASSERT_EQ(store.bury(worker), -SIGKILL) << "it was never reached";
    const std::string text = text_of(file);
    EXPECT_EQ(text, text_of(untouched.path() / "state.db"));
    EXPECT_NE(text.find(R"("table":"events")"), std::string::npos) << "nothing was salvaged";
    EXPECT_TRUE(is_kept_aside(directory.path()));
  }

  void die_at_work(const Way& way) {
    const TemporaryDirectory directory;
    Survivor store(url_of(directory.path() / "state.db"));
    if (!way.new_file) fill(store);
    Child worker = store.start(way.workload, armed(GetParam(), way.nth));
    ASSERT_EQ(store.bury(worker), -SIGKILL) << "it was never reached";
    EXPECT_THAT(store.examine(), IsEmpty());
    fill(store);
    EXPECT_THAT(store.examine(), IsEmpty()) << "after going on";
  }
};

TEST_P(Failpoint, is_a_place_where_a_death_loses_nothing_that_was_acknowledged) {
  const Way* way = way_to(GetParam());
  ASSERT_NE(way, nullptr) << "nobody says how to reach it";
  way->damaged ? die_while_salvaging(*way) : die_at_work(*way);
}

std::string as_identifier(std::string_view name) {
  std::string text(name);
  std::ranges::replace(text, '.', '_');
  return text;
}

/// Those of jobs lie in daemons, which tests/jobs/kills.cpp brings there.
std::vector<std::string_view> of_stores() {
  std::vector<std::string_view> names(failpoint::names.begin(), failpoint::names.end());
  std::erase_if(names, [](std::string_view name) { return name.starts_with("jobs."); });
  return names;
}

INSTANTIATE_TEST_SUITE_P(Every, Failpoint, ::testing::ValuesIn(of_stores()),
                         [](const auto& name) { return as_identifier(name.param); });

}  // namespace
}  // namespace baton::test
