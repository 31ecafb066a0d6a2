#include "support/log_story.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/requests.hpp"

/// The story can be doubted: logs that no store may have written are found out.
namespace baton::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Told : public ::testing::Test {
 protected:
  void tell(EventType type, const std::string& payload = "{}", Duration after = std::chrono::seconds{1}) {
    now_ += after;
    story_.tell({.position = Position{++position_}, .at = now_, .type = type, .task = task_, .payload = json(payload)});
  }
  const std::vector<std::string>& broken() const { return story_.broken(); }

  const TaskId task_ = new_task_id();
  Time now_{std::chrono::days{20'000}};
  std::uint64_t position_ = 0;
  LogStory story_;
};

TEST_F(Told, story_of_a_task_with_a_crash_and_a_retry_is_believed) {
  tell(EventType::task_created);
  tell(EventType::task_assigned, R"({"attempt":1})");
  tell(EventType::task_requeued, R"({"reason":"crashed"})");
  tell(EventType::task_assigned, R"({"attempt":2})");
  tell(EventType::task_failed);
  tell(EventType::task_requeued, R"({"reason":"retried"})");
  tell(EventType::task_assigned, R"({"attempt":3})");
  tell(EventType::task_completed);
  tell(EventType::task_late_result);
  EXPECT_THAT(broken(), IsEmpty());
}

TEST_F(Told, creation_twice_is_not_believed) {
  tell(EventType::task_created);
  tell(EventType::task_created);
  EXPECT_THAT(broken(), ElementsAre(HasSubstr("it was created before")));
}

TEST_F(Told, task_that_two_have_is_not_believed) {
  tell(EventType::task_created);
  tell(EventType::task_assigned, R"({"attempt":1})");
  tell(EventType::task_assigned, R"({"attempt":2})");
  EXPECT_THAT(broken(), ElementsAre(HasSubstr("somebody has it")));
}

TEST_F(Told, attempt_that_comes_again_is_not_believed) {
  tell(EventType::task_created);
  tell(EventType::task_assigned, R"({"attempt":2})");
  tell(EventType::task_requeued, R"({"reason":"released"})");
  tell(EventType::task_assigned, R"({"attempt":2})");
  EXPECT_THAT(broken(), ElementsAre(HasSubstr("its attempt does not grow")));
}

TEST_F(Told, second_end_is_not_believed) {
  tell(EventType::task_created);
  tell(EventType::task_assigned, R"({"attempt":1})");
  tell(EventType::task_completed);
  tell(EventType::task_failed);
  EXPECT_THAT(broken(), ElementsAre(HasSubstr("it had ended")));
}

TEST_F(Told, end_of_what_nobody_had_is_not_believed) {
  tell(EventType::task_created);
  tell(EventType::task_completed);
  EXPECT_THAT(broken(), ElementsAre(HasSubstr("nobody had it")));
}

TEST_F(Told, lock_that_two_have_is_not_believed) {
  tell(EventType::lock_acquired, R"({"lock":"l"})");
  tell(EventType::lock_acquired, R"({"lock":"l"})");
  tell(EventType::lock_released, R"({"lock":"l"})");
  tell(EventType::lock_released, R"({"lock":"l"})");
  EXPECT_THAT(broken(), ElementsAre(HasSubstr("l was held"), HasSubstr("l was not held")));
}

TEST_F(Told, messages_out_of_order_or_twice_are_not_believed) {
  tell(EventType::message_appended, R"({"thread":"t","message":"a","number":1})");
  tell(EventType::message_appended, R"({"thread":"t","message":"a","number":2})");
  tell(EventType::message_appended, R"({"thread":"t","message":"b","number":2})");
  EXPECT_THAT(broken(), ElementsAre(HasSubstr("it was appended before"), HasSubstr("its number is not the next")));
}

TEST_F(Told, time_that_runs_back_is_not_believed) {
  tell(EventType::task_created);
  tell(EventType::task_cancelled, "{}", -std::chrono::seconds{2});
  EXPECT_THAT(broken(), ElementsAre(HasSubstr("its time lies before")));
}

}  // namespace
}  // namespace baton::test
