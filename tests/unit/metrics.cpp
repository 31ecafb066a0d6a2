#include "engine/metrics.hpp"

#include <gmock/gmock.h>

#include <boost/asio/io_context.hpp>
#include <set>

#include "baton/open.hpp"
#include "engine/exposition.hpp"
#include "engine/memory_exposition.hpp"

namespace baton::metrics_test {
namespace {

using namespace std::chrono_literals;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr Time begun{std::chrono::days{20'000}};
const TaskId one = TaskId::make();

Event told(EventType type, Duration after, std::string payload = "{}", const TaskId& task = one) {
  return {.position = {},
          .at = begun + after,
          .type = type,
          .task = task,
          .agent = AgentId::of("a"),
          .payload = Json::trusted(std::move(payload))};
}

void hear(EventFigures& figures, std::vector<Event> events) {
  figures.hear({.events = std::move(events), .gap = false});
}

std::uint64_t observed(const Histogram& histogram) {
  std::uint64_t all = 0;
  for (const std::uint64_t count : histogram.counts()) all += count;
  return all;
}

TEST(EventFigures, measure_how_long_a_task_waits_and_runs) {
  EventFigures figures;
  hear(figures, {told(EventType::task_created, 0s, R"({"status":"pending"})"), told(EventType::task_assigned, 2s),
                 told(EventType::task_retrying, 5s), told(EventType::task_requeued, 10s, R"({"reason":"due"})"),
                 told(EventType::task_assigned, 11s), told(EventType::task_completed, 71s)});
  EXPECT_EQ(observed(figures.wait()), 2U);
  EXPECT_EQ(figures.wait().sum(), 3s);
  EXPECT_EQ(figures.run(AttemptEnd::retrying).sum(), 3s);
  EXPECT_EQ(figures.run(AttemptEnd::completed).sum(), 60s);
  EXPECT_EQ(figures.unmeasured(), 0U);
}

TEST(EventFigures, do_not_take_blocked_time_for_waiting) {
  EventFigures figures;
  hear(figures,
       {told(EventType::task_created, 0s, R"({"status":"blocked"})"),
        told(EventType::task_requeued, 60s, R"({"reason":"unblocked"})"), told(EventType::task_assigned, 61s)});
  EXPECT_EQ(figures.wait().sum(), 1s);
}

TEST(EventFigures, count_what_they_could_not_measure) {
  EventFigures figures;
  hear(figures, {told(EventType::task_assigned, 0s), told(EventType::task_completed, 1s)});
  EXPECT_EQ(figures.unmeasured(), 1U) << "its submission was not heard; its run was";
  EXPECT_EQ(figures.run(AttemptEnd::completed).sum(), 1s);
  hear(figures, {told(EventType::task_created, 2s, R"({"status":"pending"})")});
  figures.hear({.events = {told(EventType::task_assigned, 9s)}, .gap = true});
  EXPECT_EQ(figures.unmeasured(), 2U) << "it may have waited twice";
  EXPECT_EQ(figures.gaps(), 1U);
}

TEST(EventFigures, count_requeues_by_reason) {
  EventFigures figures;
  for (const char* reason : {"crashed", "crashed", "released", "a new one"}) {
    hear(figures, {told(EventType::task_requeued, 0s, R"({"reason":")" + std::string(reason) + "\"}")});
  }
  const auto text = expose(figures, {}, {});
  EXPECT_THAT(text, AllOf(HasSubstr("baton_task_requeues_total{reason=\"crashed\"} 2\n"),
                          HasSubstr("baton_task_requeues_total{reason=\"released\"} 1\n"),
                          HasSubstr("baton_task_requeues_total{reason=\"other\"} 1\n")));
}

TEST(Exposition, writes_a_histogram_that_adds_up) {
  Histogram values;
  values.observe(5ms);
  values.observe(6ms);
  values.observe(24h);
  Exposition out;
  out.family(Metric::wait_seconds).histogram(values);
  EXPECT_THAT(out.text(), AllOf(HasSubstr("# TYPE baton_task_wait_seconds histogram\n"),
                                HasSubstr("baton_task_wait_seconds_bucket{le=\"0.005\"} 1\n"),
                                HasSubstr("baton_task_wait_seconds_bucket{le=\"0.01\"} 2\n"),
                                HasSubstr("baton_task_wait_seconds_bucket{le=\"2.5\"} 2\n"),
                                HasSubstr("baton_task_wait_seconds_bucket{le=\"21600\"} 2\n"),
                                HasSubstr("baton_task_wait_seconds_bucket{le=\"+Inf\"} 3\n"),
                                HasSubstr("baton_task_wait_seconds_sum 86400.011\n"),
                                HasSubstr("baton_task_wait_seconds_count 3\n")));
}

TEST(Exposition, escapes_names_that_strangers_chose) {
  Exposition out;
  out.family(Metric::queue_depth).sample(1, "a\"b\\c\nd");
  EXPECT_THAT(out.text(), HasSubstr(R"(baton_queue_depth{lane="a\"b\\c\nd"} 1)"));
}

Gauges gauges_of_lanes(std::size_t lanes) {
  Gauges gauges{.health = {.now = begun}};
  for (std::size_t i = 0; i < lanes; ++i) {
    gauges.queue.lanes[Lane::of("lane " + std::to_string(10'000 + i))] = {.depth = 2, .oldest = begun - 3s};
  }
  return gauges;
}

TEST(Metrics, have_a_bounded_number_of_lanes) {
  const auto text = expose(EventFigures{}, {}, gauges_of_lanes(limits::lanes + 10));
  EXPECT_THAT(text, AllOf(HasSubstr("baton_queue_depth{lane=\"lane 11023\"} 2\n"),
                          Not(HasSubstr("lane=\"lane 11024\"")), HasSubstr("baton_queue_depth{lane=\"other\"} 20\n"),
                          HasSubstr("baton_queue_oldest_seconds{lane=\"other\"} 3\n")));
  EXPECT_THAT(expose(EventFigures{}, {}, gauges_of_lanes(limits::lanes)), Not(HasSubstr("lane=\"other\"")));
}

TEST(Metrics, expose_every_family_of_the_table_once_and_in_its_order) {
  Gauges gauges = gauges_of_lanes(1);
  gauges.groups = {Group{.name = GroupName::of("g"), .cursor = {}, .oldest_pending = {}, .lag = 7, .created_at = {}}};
  const LiveFigures live{.deliveries = {{"ops", {.delivered = 4, .failed = 2}}}};
  boost::asio::io_context loop;
  const Correlator correlator(loop.get_executor(), *open_store("memory:"), {});
  const auto text = expose(EventFigures{}, SupervisorCounts{}, gauges, live) + expose(correlator);
  EXPECT_THAT(text, HasSubstr("baton_webhook_failures_total{subscription=\"ops\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("baton_store_writes_ok 1\n"));
  EXPECT_THAT(expose(EventFigures{}, {}, gauges, LiveFigures{.writes_fail = true}),
              HasSubstr("baton_store_writes_ok 0\n"));
  std::size_t at = 0;
  for (const MetricEntry& entry : metric_table()) {
    const std::string help = "# HELP " + std::string(entry.name) + " ";
    const auto found = text.find(help, at);
    ASSERT_NE(found, std::string::npos) << entry.name;
    EXPECT_EQ(text.find(help, found + 1), std::string::npos) << entry.name;
    at = found;
  }
  EXPECT_THAT(text, HasSubstr("baton_group_lag{group=\"g\"} 7\n"));
  EXPECT_THAT(text, HasSubstr("baton_task_running_oldest_seconds 0\n"));
  gauges.running.items = {{.id = one, .lane = Lane::of("a"), .since = begun - 91h}};
  EXPECT_THAT(expose(EventFigures{}, {}, gauges), HasSubstr("baton_task_running_oldest_seconds 327600\n"));
}

TEST(Metrics, say_that_the_store_is_down_and_still_tell_what_they_know) {
  const auto text = expose(EventFigures{}, SupervisorCounts{.conflicts = 3}, {});
  EXPECT_THAT(text, AllOf(HasSubstr("baton_store_up 0\n"), HasSubstr("baton_conflicts_total 3\n"),
                          Not(HasSubstr("baton_queue_depth"))));
}

TEST(Metrics, are_named_as_prometheus_wants_them) {
  std::set<std::string_view> names;
  for (const MetricEntry& entry : metric_table()) {
    EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
    EXPECT_TRUE(entry.name.starts_with("baton_")) << entry.name;
    EXPECT_EQ(entry.name.ends_with("_total"), entry.type == MetricType::counter) << entry.name;
  }
}

}  // namespace
}  // namespace baton::metrics_test
