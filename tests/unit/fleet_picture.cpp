#include "engine/fleet_picture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/drafts.hpp"
#include "support/requests.hpp"

namespace baton::test::fleet_picture_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;
using namespace std::chrono_literals;

const Time start{std::chrono::days{20'000}};

/// A picture that hears what the store's own drafts say.
class FleetPictureTest : public ::testing::Test {
 protected:
  Agent enter(std::string_view id, std::initializer_list<std::string_view> lane_names = {"work"}) {
    Agent one;
    one.id = agent_id(id);
    one.incarnation = incarnation(id);
    one.lanes = lanes(lane_names);
    tell(draft::agent_registered(one));
    return one;
  }
  static Task task_in(std::string_view lane) {
    Task one;
    one.id = new_task_id();
    one.lane = Lane::of(lane);
    one.attempt = Attempt{1};
    return one;
  }
  Task submit(std::string_view lane = "work") {
    const Task one = task_in(lane);
    tell(draft::task_created(one));
    return one;
  }
  void tell(Draft draft) {
    position_ = position_.next();
    picture_.hear({.position = position_,
                   .at = now_,
                   .type = draft.type,
                   .task = std::move(draft.task),
                   .agent = std::move(draft.agent),
                   .payload = std::move(draft.payload)});
  }
  std::vector<FleetPicture::Candidate> choose() { return picture_.choose(now_, 1000); }
  std::vector<std::string> chosen() {
    return each_of(choose(), [](const auto& one) { return one.agent.str(); });
  }

  FleetPicture picture_;
  Time now_ = start;
  Position position_;
};

TEST_F(FleetPictureTest, chooses_as_many_as_tasks_may_wait_the_longest_idle_first) {
  for (const char* name : {"cleo", "ada", "bob"}) enter(name);
  submit();
  submit();
  EXPECT_THAT(chosen(), ElementsAre("cleo", "ada"));
}

TEST_F(FleetPictureTest, chooses_nobody_without_work_and_nothing_without_agents) {
  enter("ada");
  EXPECT_THAT(chosen(), IsEmpty());
  submit("other");
  EXPECT_THAT(chosen(), IsEmpty());
}

TEST_F(FleetPictureTest, keeps_those_who_serve_every_lane_for_what_nobody_else_serves) {
  enter("any", {"*"});
  enter("ada");
  submit();
  EXPECT_THAT(chosen(), ElementsAre("ada"));
  submit("odd");
  EXPECT_THAT(chosen(), ElementsAre("any"));
}

TEST_F(FleetPictureTest, asks_nobody_twice_before_the_answer) {
  enter("ada");
  submit();
  const auto asked = choose();
  EXPECT_THAT(chosen(), IsEmpty());
  picture_.note_nothing(asked.front());
  EXPECT_THAT(chosen(), IsEmpty());
  submit();
  EXPECT_THAT(chosen(), ElementsAre("ada"));
}

TEST_F(FleetPictureTest, does_not_believe_that_a_lane_is_empty_which_got_a_task_meanwhile) {
  enter("ada");
  submit();
  const auto asked = choose();
  submit();
  picture_.note_nothing(asked.front());
  EXPECT_THAT(chosen(), ElementsAre("ada"));
}

TEST_F(FleetPictureTest, believes_the_log_about_an_agent_when_an_answer_comes_after_it) {
  const Agent ada = enter("ada");
  const Task task = submit();
  submit();
  // The claim was refused; but the log says already that the agent has done what it was busy with.
  const auto refused = choose();
  tell(draft::task_completed(task, ada.id));
  picture_.note_refused(refused.front(), now_);
  // The claim was granted; but the log says already that it is done.
  const auto granted = choose();
  tell(draft::task_completed(task, ada.id));
  picture_.note_granted(granted.front(), task.lane);
  EXPECT_THAT(chosen(), ElementsAre("ada"));
}

TEST_F(FleetPictureTest, leaves_out_who_is_busy_draining_crashed_or_gone) {
  Agent ada = enter("ada");
  const Agent bob = enter("bob");
  const Agent cleo = enter("cleo");
  Agent dan = enter("dan");
  for (int i = 0; i < 4; ++i) submit();
  Task held = task_in("work");
  held.holder = ada.id;
  tell(draft::task_assigned(held, false));
  Agent draining = bob;
  draining.state = AgentState::draining;
  tell(draft::agent_changed(draining, AgentState::idle, AgentEvent::drain));
  tell(draft::agent_removed(cleo));
  dan.state = AgentState::crashed;
  tell(draft::agent_changed(dan, AgentState::idle, AgentEvent::agent_failed));
  EXPECT_THAT(chosen(), IsEmpty());
  tell(draft::task_completed(held, ada.id));
  draining.state = AgentState::idle;
  tell(draft::agent_changed(draining, AgentState::draining, AgentEvent::resume));
  EXPECT_THAT(chosen(), UnorderedElementsAre("ada", "bob"));
}

TEST_F(FleetPictureTest, takes_who_drains_for_draining_when_its_task_is_done) {
  Agent ada = enter("ada");
  Task held = task_in("work");
  held.holder = ada.id;
  tell(draft::task_assigned(held, true));
  ada.state = AgentState::draining;
  tell(draft::agent_changed(ada, AgentState::assigned, AgentEvent::drain));
  tell(draft::task_completed(held, ada.id));
  submit();
  EXPECT_THAT(chosen(), IsEmpty());
}

TEST_F(FleetPictureTest, asks_again_after_a_while_who_may_have_been_freed_without_a_word) {
  const Agent ada = enter("ada");
  Task held = task_in("work");
  held.holder = ada.id;
  tell(draft::task_assigned(held, true));
  tell(draft::task_cancelled(held, ada.id));
  submit();
  EXPECT_THAT(chosen(), IsEmpty());
  EXPECT_EQ(picture_.next_due(), now_ + 1s);
  now_ += 1s;
  const auto asked = choose();
  ASSERT_EQ(asked.size(), 1U);
  picture_.note_refused(asked.front(), now_);
  EXPECT_THAT(chosen(), IsEmpty());
  now_ += 1s;
  EXPECT_THAT(chosen(), ElementsAre("ada"));
}

TEST_F(FleetPictureTest, waits_until_a_quarantine_is_over) {
  Agent ada = enter("ada");
  submit();
  const auto asked = choose();
  EXPECT_FALSE(picture_.is_vetted(asked.front()));
  ada.claims_from = now_ + 60s;
  picture_.note_seen(asked.front(), ada, now_);
  EXPECT_THAT(chosen(), IsEmpty());
  EXPECT_EQ(picture_.next_due(), now_ + 60s);
  now_ += 60s;
  EXPECT_THAT(chosen(), ElementsAre("ada"));
}

TEST_F(FleetPictureTest, leaves_paused_lanes_alone_and_wants_a_new_picture_when_they_go_on) {
  enter("ada", {"*"});
  submit();
  tell(draft::queue_paused(Lane::of("work"), true));
  EXPECT_THAT(chosen(), IsEmpty());
  EXPECT_FALSE(picture_.is_outdated());
  tell(draft::queue_paused(Lane::of("work"), false));
  EXPECT_TRUE(picture_.is_outdated());
  EXPECT_THAT(chosen(), ElementsAre("ada"));
}

TEST_F(FleetPictureTest, knows_already_what_the_log_said_before_it_was_drawn) {
  picture_ = FleetPicture(Position{2});
  enter("ada");
  submit();
  EXPECT_THAT(chosen(), IsEmpty());
  enter("ada");
  submit();
  EXPECT_THAT(chosen(), ElementsAre("ada"));
}

}  // namespace
}  // namespace baton::test::fleet_picture_test
