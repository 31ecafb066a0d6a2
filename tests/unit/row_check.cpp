#include "core/row_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/export_sums.hpp"
#include "core/index_check.hpp"
#include "core/inspection.hpp"
#include "support/requests.hpp"

namespace baton::test::row_check_test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string id(int number) { return "01900000-0000-7000-8000-00000000000" + std::to_string(number); }

std::string row(std::string_view table, const std::string& members) {
  return R"({"table":")" + std::string(table) + R"(","row":{)" + members + "}}";
}

std::string meta(int position, int seq) {
  return row("meta", R"("position":)" + std::to_string(position) + R"(,"seq":)" + std::to_string(seq) +
                         R"(,"all_paused":false)");
}

constexpr const char* created =
    R"("created_at":"2026-01-01T00:00:00.000000Z","updated_at":"2026-01-01T00:00:00.000000Z")";

std::string task_row(int seq, const std::string& status, const std::string& more = "") {
  const std::string number = std::to_string(seq);
  return row("tasks", R"("id":")" + id(seq) + R"(","seq":)" + number + R"(,"place":)" + number +
                          R"(,"kind":"work","lane":"work","priority":500,"status":")" + status +
                          R"(","payload":null,"max_attempts":3,"digest":"d",)" + created + more);
}

std::string event_row(std::uint64_t position) {
  return row("events", R"("position":)" + std::to_string(position) +
                           R"(,"at":"2026-01-01T00:00:00.000000Z","event_type":"queue.paused","payload":{})");
}

std::vector<Finding> findings_in(const std::vector<std::string>& rows) {
  Findings findings;
  RowCheck check(findings);
  for (const std::string& text : rows) check.take(text);
  check.finish();
  return findings.kept();
}

std::string told(const std::vector<Finding>& findings) {
  std::string text;
  for (const Finding& finding : findings) text += finding.where + ": " + finding.what + " | " + finding.mend + "\n";
  return text;
}

TEST(RowCheck, finds_nothing_in_rows_that_agree) {
  EXPECT_THAT(
      told(findings_in({meta(2, 2), task_row(1, "pending"), task_row(2, "pending"), event_row(1), event_row(2)})),
      IsEmpty());
}

TEST(RowCheck, says_what_cannot_be_read) {
  EXPECT_THAT(told(findings_in({meta(0, 0), "no row"})), HasSubstr("a row cannot be read"));
  EXPECT_THAT(told(findings_in({meta(0, 0), row("tasks", R"("no":1)")})), HasSubstr("a row cannot be understood"));
}

TEST(RowCheck, tells_a_jump_of_a_server_from_a_hole) {
  const std::uint64_t clock = 1'790'000'000'000'000;
  const std::string far = row("meta", R"("position":1790000000000002,"seq":0,"all_paused":false)");
  const auto jump = findings_in({far, event_row(1), event_row(2), event_row(clock + 1), event_row(clock + 2)});
  ASSERT_EQ(jump.size(), 1U) << told(jump);
  EXPECT_EQ(jump.front().gravity, Finding::Gravity::note);
  const auto hole = findings_in({far, event_row(clock), event_row(clock + 2)});
  ASSERT_EQ(hole.size(), 1U) << told(hole);
  EXPECT_EQ(hole.front().gravity, Finding::Gravity::damage);
}

TEST(RowCheck, finds_holders_that_do_not_hold) {
  const std::string running = task_row(1, "running", R"(,"attempt":1,"holder":"ann")");
  EXPECT_THAT(told(findings_in({meta(0, 1), running})), HasSubstr("its holder ann is unknown"));
  const std::string idle = row(
      "agents",
      R"("id":"ann","state":"idle","incarnation":"1","deadline":"2026-01-01T00:00:00.000000Z","lanes":["*"],"registered_at":"2026-01-01T00:00:00.000000Z")");
  EXPECT_THAT(told(findings_in({meta(0, 1), idle, running})), HasSubstr("its holder ann does not hold it"));
  EXPECT_THAT(told(findings_in({meta(0, 1), idle, task_row(1, "pending", R"(,"holder":"ann")")})),
              HasSubstr("it is pending and has a holder"));
}

TEST(RowCheck, keeps_few_of_many_that_say_the_same) {
  Findings findings;
  for (int i = 0; i < 100; ++i) findings.damage("task " + std::to_string(i), "it is gone", "nothing");
  EXPECT_EQ(findings.kept().size(), Findings::kept_of_a_kind);
  EXPECT_EQ(findings.damages(), 100U);
  EXPECT_EQ(findings.left_out(), 80U);
}

std::string index_findings(const std::vector<IndexEntry>& entries) {
  Findings findings;
  RowCheck rows(findings);
  for (const std::string& text : {meta(0, 2), task_row(1, "pending"), task_row(2, "pending")}) rows.take(text);
  IndexCheck check(Index::queue, rows.picture());
  for (const IndexEntry& entry : entries) check.take(entry, findings, "mend it");
  check.finish(findings, "mend it");
  return told(findings.kept());
}

TEST(IndexCheck, compares_every_entry_with_what_the_rows_imply) {
  const IndexEntry first{id(1), "work 500 1"};
  const IndexEntry second{id(2), "work 500 2"};
  EXPECT_THAT(index_findings({first, second}), IsEmpty());
  EXPECT_THAT(index_findings({first}), HasSubstr("it does not hold " + id(2)));
  EXPECT_THAT(index_findings({first, second, second}), HasSubstr("it holds " + id(2) + " twice"));
  EXPECT_THAT(index_findings({first, second, {id(3), "work 500 3"}}), HasSubstr("does not belong there"));
  EXPECT_THAT(index_findings({first, {id(2), "work 1 2"}}),
              HasSubstr(R"(it says "work 1 2" of )" + id(2) + R"(, the rows say "work 500 2")"));
}

TEST(IndexCheck, every_index_has_a_name_of_its_own) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < indexes; ++i) names.insert(to_text(static_cast<Index>(i)));
  EXPECT_EQ(names.size(), indexes);
  EXPECT_EQ(to_text(Index::message_counts), "message_counts");
}

TEST(ExportSums, differ_with_any_row_and_with_their_order) {
  const auto sum_of = [](const std::vector<std::string>& rows) {
    exports::Sums sums;
    for (const std::string& text : rows) sums.add(text);
    return sums.of(exports::Table::events);
  };
  EXPECT_EQ(sum_of({event_row(1), event_row(2)}), sum_of({event_row(1), event_row(2)}));
  EXPECT_NE(sum_of({event_row(1), event_row(2)}).checksum, sum_of({event_row(2), event_row(1)}).checksum);
  EXPECT_NE(sum_of({event_row(1)}).checksum, sum_of({event_row(2)}).checksum);
  EXPECT_EQ(sum_of({event_row(1), event_row(2)}).rows, 2U);
  EXPECT_EQ(sum_of({}).checksum, "");
}

TEST(ExportSums, only_counters_may_have_gone_further) {
  EXPECT_TRUE(exports::is_copy_of(meta(1, 1), meta(1, 1)));
  EXPECT_TRUE(exports::is_copy_of(meta(1, 1), meta(5, 1)));
  EXPECT_FALSE(exports::is_copy_of(meta(5, 1), meta(1, 1)));
  EXPECT_TRUE(exports::is_copy_of(event_row(1), event_row(1)));
  EXPECT_FALSE(exports::is_copy_of(event_row(1), event_row(2)));
}

}  // namespace
}  // namespace baton::test::row_check_test
