#include <gtest/gtest.h>

#include <set>
#include <string>

#include "baton/verb.hpp"
#include "core/text_table.hpp"
#include "core/verb_names.hpp"

namespace baton::names_test {
namespace {

template <class Enum, class Parse>
void expect_every_name_comes_back(Parse parse) {
  std::set<std::string_view> seen;
  for (std::size_t i = 0; i < names_of<Enum>.size(); ++i) {
    const auto value = static_cast<Enum>(i);
    EXPECT_FALSE(to_text(value).empty());
    EXPECT_EQ(parse(to_text(value)), value) << to_text(value);
    EXPECT_TRUE(seen.insert(to_text(value)).second) << to_text(value);
  }
  EXPECT_EQ(parse(""), std::nullopt);
  EXPECT_EQ(parse("no such name"), std::nullopt);
}

TEST(Names, come_back_as_the_values_they_name) {
  expect_every_name_comes_back<AgentState>(parse_agent_state);
  expect_every_name_comes_back<AgentEvent>(parse_agent_event);
  expect_every_name_comes_back<TaskStatus>(parse_task_status);
  expect_every_name_comes_back<DependencyRule>(parse_dependency_rule);
  expect_every_name_comes_back<SettleKind>(parse_settle_kind);
  expect_every_name_comes_back<CorrelationStatus>(parse_correlation_status);
  expect_every_name_comes_back<CorrelationEvent>(parse_correlation_event);
  expect_every_name_comes_back<EventType>(parse_event_type);
}

TEST(Names, stand_for_the_values_that_look_like_them) {
  EXPECT_EQ(to_text(AgentState::crashed), "crashed");
  EXPECT_EQ(to_text(AgentEvent::agent_failed), "agent_failed");
  EXPECT_EQ(to_text(TaskStatus::dead), "dead");
  EXPECT_EQ(to_text(DependencyRule::proceed), "continue");
  EXPECT_EQ(to_text(SettleKind::decline), "decline");
  EXPECT_EQ(to_text(CorrelationStatus::orchestrating), "orchestrating");
  EXPECT_EQ(to_text(CorrelationEvent::timeout_too_few), "timeout_too_few");
  EXPECT_EQ(to_text(Errc::stale_fence), "stale_fence");
  EXPECT_EQ(to_text(Errc::exhausted), "exhausted");
}

TEST(Names, of_events_say_what_they_are_about) {
  EXPECT_EQ(to_text(EventType::agent_registered), "agent.registered");
  EXPECT_EQ(to_text(EventType::task_created), "task.created");
  EXPECT_EQ(to_text(EventType::task_late_result), "task.late_result");
  EXPECT_EQ(to_text(EventType::lock_expired), "lock.expired");
  EXPECT_EQ(to_text(EventType::message_appended), "message.appended");
  EXPECT_EQ(to_text(EventType::correlation_signalled), "correlation.signalled");
  EXPECT_EQ(to_text(EventType::queue_resumed), "queue.resumed");
  EXPECT_EQ(to_text(EventType::group_dead_lettered), "group.dead_lettered");
}

template <class... Vs>
std::set<std::string_view> verb_names(Verbs<Vs...>) {
  return {verb_name<Vs>...};
}

TEST(Names, of_verbs_are_there_and_differ) {
  const auto names = verb_names(AllVerbs{});
  EXPECT_EQ(names.size(), std::variant_size_v<Verb>);
  EXPECT_FALSE(names.contains(""));
  EXPECT_EQ(name_of(Claim{}), "claim");
  EXPECT_EQ(name_of(GetTask{}), "get_task");
  EXPECT_EQ(name_of(TryLock{}), "try_lock");
  EXPECT_EQ(name_of(QueueStats{}), "queue_stats");
  EXPECT_EQ(name_of(Import{}), "import");
}

TEST(Verbs, reads_are_told_from_writes) {
  EXPECT_TRUE(is_read_only(GetTask{}));
  EXPECT_TRUE(is_read_only(Health{}));
  EXPECT_TRUE(is_read_only(Export{}));
  EXPECT_FALSE(is_read_only(Claim{}));
  EXPECT_FALSE(is_read_only(ReadGroup{}));
  EXPECT_FALSE(is_read_only(BeatSession{}));
}

TEST(Errors, only_unavailable_may_be_retried) {
  for (std::size_t i = 0; i < names_of<Errc>.size(); ++i) {
    const auto code = static_cast<Errc>(i);
    EXPECT_EQ(is_retryable(code), code == Errc::unavailable) << to_text(code);
  }
}

}  // namespace
}  // namespace baton::names_test
