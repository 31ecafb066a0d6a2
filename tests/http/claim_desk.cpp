#include "engine/claim_desk.hpp"

#include <gtest/gtest.h>

#include <list>
#include <optional>
#include <string>
#include <vector>

#include "baton/open.hpp"
#include "support/still_loop.hpp"

namespace baton::test {

namespace {

/// Counts the claims that reach the store.
class Counting final : public Port {
 public:
  explicit Counting(std::shared_ptr<Port> inner) : inner_(std::move(inner)) {}
  awaitable<Answer> execute(Verb verb) override {
    if (std::holds_alternative<Claim>(verb)) ++claims;
    return inner_->execute(std::move(verb));
  }
  awaitable<Result<bool>> wait(Condition condition, Duration at_most) override {
    return inner_->wait(std::move(condition), at_most);
  }
  void close() override { inner_->close(); }

  int claims = 0;

 private:
  std::shared_ptr<Port> inner_;
};

class ClaimDeskTest : public ::testing::Test {
 protected:
  using Outcome = std::optional<Result<std::optional<Grant>>>;

  template <class V>
  typename V::Reply call(V verb) {
    std::optional<Result<typename V::Reply>> reply;
    loop_.start(store_.call(std::move(verb)), &reply);
    EXPECT_TRUE(reply && *reply);
    return **std::move(reply);
  }
  void join(const std::string& agent, const std::vector<std::string>& lanes) {
    Register greeting{.agent = AgentId::of(agent), .incarnation = Incarnation::of("one"), .lanes = {}};
    for (const auto& lane : lanes) greeting.lanes.push_back(Lane::of(lane));
    call(std::move(greeting));
  }
  void submit(const std::string& kind) {
    call(Submit{.tasks = {NewTask{.id = TaskId::make(), .kind = KindName::of(kind)}}});
  }
  void start_waiting(const std::string& agent, Outcome* outcome, Presence peer = {}) {
    Claim claim{.agent = AgentId::of(agent), .incarnation = Incarnation::of("one"), .claim_id = ClaimId::of("c")};
    loop_.start(desk_.claim(std::move(claim), std::chrono::hours{1}, std::move(peer)), outcome);
  }
  /// Tells the desk what the log says since the last time.
  void hear() {
    auto page = call(ReadLog{.after = heard_, .limit = 1000});
    heard_ = page.next;
    desk_.hear(LogWatch::News{.events = std::move(page.events)});
    loop_.settle();
  }
  void TearDown() override {
    desk_.stop();
    loop_.settle();
    EXPECT_EQ(desk_.waiting(), 0U);
  }
  /// Outcomes that last until everybody has been answered.
  std::vector<Outcome>& room_for(std::size_t waiters) { return rooms_.emplace_back(waiters); }
  static bool granted(const Outcome& outcome) { return outcome && *outcome && (**outcome).has_value(); }

  StillLoop loop_;
  std::shared_ptr<Counting> port_ = std::make_shared<Counting>(open_store("memory:")->port());
  Store store_{port_};
  ClaimDesk desk_{loop_.get_executor(), store_};
  Position heard_;

 private:
  std::list<std::vector<Outcome>> rooms_;
};

}  // namespace

TEST_F(ClaimDeskTest, one_task_wakes_one_agent) {
  std::vector<Outcome>& outcomes = room_for(20);
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    join("agent" + std::to_string(i), {"write"});
    start_waiting("agent" + std::to_string(i), &outcomes[i]);
  }
  hear();
  port_->claims = 0;
  submit("write");
  hear();
  EXPECT_EQ(port_->claims, 1);
  EXPECT_TRUE(granted(outcomes[0]));
  EXPECT_EQ(desk_.waiting(), outcomes.size() - 1);
}

TEST_F(ClaimDeskTest, as_many_agents_wake_as_there_are_tasks) {
  std::vector<Outcome>& outcomes = room_for(3);
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    join("agent" + std::to_string(i), {"write"});
    start_waiting("agent" + std::to_string(i), &outcomes[i]);
  }
  hear();
  submit("write");
  submit("write");
  hear();
  EXPECT_TRUE(granted(outcomes[0]));
  EXPECT_TRUE(granted(outcomes[1]));
  EXPECT_FALSE(outcomes[2]);
}

TEST_F(ClaimDeskTest, a_call_that_its_agent_does_not_answer_goes_to_the_next) {
  Outcome& both = room_for(1).front();
  Outcome& write = room_for(1).front();
  join("both", {"review", "write"});
  join("writer", {"write"});
  start_waiting("both", &both);
  start_waiting("writer", &write);
  hear();
  // The first in line is called for the review and for nothing else it could do; the writer gets the writing.
  submit("review");
  submit("write");
  hear();
  EXPECT_TRUE(granted(both));
  EXPECT_TRUE(granted(write));
}

TEST_F(ClaimDeskTest, a_peer_that_is_gone_is_passed_over_and_claims_nothing) {
  Outcome& gone = room_for(1).front();
  Outcome& here = room_for(1).front();
  const auto left = std::make_shared<bool>(false);
  join("gone", {"write"});
  join("here", {"write"});
  start_waiting("gone", &gone, Presence{.gone = [left] { return *left; }});
  start_waiting("here", &here);
  hear();
  *left = true;
  submit("write");
  hear();
  ASSERT_TRUE(gone);
  EXPECT_FALSE(granted(gone));
  EXPECT_TRUE(granted(here));
}

TEST_F(ClaimDeskTest, a_task_that_waits_for_others_wakes_nobody_until_it_may_run) {
  Outcome& outcome = room_for(1).front();
  join("ada", {"write"});
  start_waiting("ada", &outcome);
  hear();
  port_->claims = 0;
  const auto first = TaskId::make();
  NewTask second{.id = TaskId::make(), .kind = KindName::of("write")};
  second.depends_on.push_back(first);
  call(Submit{.tasks = {NewTask{.id = first, .kind = KindName::of("other")}, second}});
  hear();
  EXPECT_EQ(port_->claims, 0);
  EXPECT_FALSE(outcome);
}

TEST_F(ClaimDeskTest, who_is_no_longer_admitted_is_told_so_and_given_nothing) {
  bool admitted = true;
  Outcome& outcome = room_for(1).front();
  join("ada", {"write"});
  start_waiting("ada", &outcome, {.admitted = [&admitted]() -> awaitable<bool> { co_return admitted; }});
  hear();
  port_->claims = 0;
  admitted = false;
  submit("write");
  hear();
  EXPECT_EQ(port_->claims, 0);
  ASSERT_TRUE(outcome && !*outcome);
  EXPECT_EQ(outcome->error().code, Errc::unauthorized);
}

TEST_F(ClaimDeskTest, missed_events_wake_everybody) {
  Outcome& outcome = room_for(1).front();
  join("ada", {"write"});
  start_waiting("ada", &outcome);
  submit("write");
  desk_.hear(LogWatch::News{.events = {}, .gap = true});
  loop_.settle();
  EXPECT_TRUE(granted(outcome));
}

TEST_F(ClaimDeskTest, a_stop_answers_everybody_with_nothing) {
  Outcome& outcome = room_for(1).front();
  join("ada", {"*"});
  start_waiting("ada", &outcome);
  desk_.stop();
  loop_.settle();
  ASSERT_TRUE(outcome && *outcome);
  EXPECT_FALSE(granted(outcome));
}

}  // namespace baton::test
