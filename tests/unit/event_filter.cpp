#include "engine/event_filter.hpp"

#include <gtest/gtest.h>

namespace baton::event_filter_test {
namespace {

Event told(EventType type, std::string payload = "{}") {
  return {.position = Position{1}, .at = {}, .type = type, .task = {}, .agent = {}, .payload = Json::trusted(payload)};
}

TEST(EventPattern, names_one_type_a_noun_or_all) {
  EXPECT_EQ(parse_event_pattern("task.created")->count(), 1U);
  EXPECT_EQ(parse_event_pattern("task.*")->count(), 11U);
  EXPECT_TRUE(parse_event_pattern("*")->all());
}

TEST(EventPattern, that_names_nothing_is_refused) {
  for (const char* wrong : {"", "task", "task.", "tas*", "task.c*", "*.created", "task.*.*", "nothing.*"}) {
    EXPECT_FALSE(parse_event_pattern(wrong)) << wrong;
  }
}

TEST(EventFilter, without_anything_matches_all) { EXPECT_TRUE(EventFilter{}.matches(told(EventType::agent_removed))); }

TEST(EventFilter, wants_one_of_each_sort_that_is_named) {
  const TaskId task = TaskId::make();
  const AgentId ann = AgentId::of("ann");
  EventFilter filter{.types = *parse_event_pattern("task.*"), .tasks = {TaskId::make(), task}, .agents = {ann}};
  Event event = told(EventType::task_completed);
  EXPECT_FALSE(filter.matches(event));
  event.task = task;
  EXPECT_FALSE(filter.matches(event));
  event.agent = ann;
  EXPECT_TRUE(filter.matches(event));
  event.type = EventType::agent_changed;
  EXPECT_FALSE(filter.matches(event));
}

TEST(EventFilter, finds_the_correlation_in_the_payload) {
  const EventFilter filter{.correlations = {CorrelationId::of("trade")}};
  EXPECT_TRUE(filter.matches(told(EventType::correlation_opened, R"({"correlation":"trade"})")));
  EXPECT_FALSE(filter.matches(told(EventType::correlation_opened, R"({"correlation":"other"})")));
  EXPECT_FALSE(filter.matches(told(EventType::task_created)));
}

TEST(EventFilter, reads_no_more_than_it_wants) {
  const TaskId task = TaskId::make();
  const EventFilter filter{.types = *parse_event_pattern("lock.*"), .tasks = {task}};
  const ReadLog read = filter.read_after(Position{7}, 50);
  EXPECT_EQ(read.after, Position{7});
  EXPECT_EQ(read.limit, 50U);
  EXPECT_EQ(read.types.size(), 3U);
  EXPECT_EQ(read.task, task);
  const EventFilter two{.tasks = {task, TaskId::make()}};
  EXPECT_EQ(two.read_after(Position{}, 1).task, std::nullopt) << "the verb knows only one";
}

}  // namespace
}  // namespace baton::event_filter_test
