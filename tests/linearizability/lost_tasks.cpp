#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "linearizability/recording.hpp"

/// Submits without an answer, of which the store is asked when all is over.
namespace baton::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string lane = "lane";

class LostTasks : public ::testing::Test {
 protected:
  ClaimRules::Number submit(const TaskId& task, bool answered) {
    const ClaimRules::Number number = recording_.number_of(lane, task);
    keep({.kind = ClaimRules::Kind::submit, .task = number, .priority = 500},
         answered ? std::optional(ClaimRules::Answer{}) : std::nullopt);
    return number;
  }
  void claim(ClaimRules::Number agent, ClaimRules::Answer answer) {
    keep({.kind = ClaimRules::Kind::claim, .agent = agent, .claim = agent}, answer);
  }
  void keep(ClaimRules::Call call, std::optional<ClaimRules::Answer> answer) {
    Operation<ClaimRules> operation{.call = call, .answer = answer, .began = recording_.now()};
    if (answer) operation.ended = recording_.now();
    recording_.keep(lane, operation);
  }

  Recording recording_{"history", 1000, true};
};

TEST_F(LostTasks, that_the_store_does_not_know_were_never_submitted) {
  const TaskId lost = TaskId::make();
  claim(1, {.task = submit(lost, false), .attempt = 1});
  EXPECT_THAT(recording_.contradictions(), IsEmpty()) << "it may have come to the store";
  recording_.missed(lane, lost);
  EXPECT_THAT(recording_.contradictions(), ElementsAre(HasSubstr("lane: behind these")));
}

TEST_F(LostTasks, that_were_acknowledged_are_a_contradiction) {
  const TaskId lost = TaskId::make();
  submit(lost, true);
  recording_.missed(lane, lost);
  EXPECT_THAT(recording_.contradictions(),
              ElementsAre(HasSubstr("has lost what it acknowledged: submit task 1: done")));
}

TEST_F(LostTasks, are_looked_for_when_nobody_told_their_place) {
  const TaskId lost = TaskId::make();
  const TaskId kept = TaskId::make();
  submit(lost, false);
  recording_.saw(lane, submit(kept, true), Seq{1});
  EXPECT_THAT(recording_.unplaced(), ElementsAre(std::pair(lane, lost)));
}

/// Forty submits nobody heard of, each of which may or may not have happened whenever a claim looked: to try them all would take
/// longer than anybody waits.
TEST_F(LostTasks, are_told_apart_by_where_the_store_found_them) {
  std::vector<TaskId> lost(40);
  for (TaskId& task : lost) {
    task = TaskId::make();
    submit(task, false);
  }
  const auto first = submit(TaskId::make(), true);
  const auto second = submit(TaskId::make(), true);
  claim(1, {.task = first, .attempt = 1});
  claim(2, {.task = second, .attempt = 1});
  recording_.saw(lane, first, Seq{1});
  recording_.saw(lane, second, Seq{3});
  for (std::size_t i = 0; i < lost.size(); ++i) {
    if (i % 2 == 0) {
      recording_.saw(lane, recording_.number_of(lane, lost[i]), Seq{100 + i});
    } else {
      recording_.missed(lane, lost[i]);
    }
  }
  EXPECT_THAT(recording_.contradictions(), IsEmpty());
  claim(3, {});
  claim(4, {.task = recording_.number_of(lane, lost[2]), .attempt = 1});
  EXPECT_THAT(recording_.contradictions(), ElementsAre(HasSubstr("lane: behind these")))
      << "the first of those that were found goes before the second";
}

}  // namespace
}  // namespace baton::test
