#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/acknowledged.hpp"
#include "support/invariants.hpp"
#include "support/store_fixture.hpp"

/// The harness can fail: what a store was said to have acknowledged and does not hold is named.
namespace baton::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class Harness : public ::testing::Test {
 protected:
  /// Carries a verb out and remembers its answer.
  template <class V>
  typename V::Reply told(V verb) {
    auto reply = must(*store_, verb);
    acknowledged_.add({.verb = std::move(verb), .reply = reply});
    return reply;
  }
  std::vector<std::string> missing() { return acknowledged_.missing_in(*store_); }
  /// Another store, in which nothing of it happened.
  std::vector<std::string> missing_elsewhere() {
    OpenStore other(backends().front(), clock_);
    return acknowledged_.missing_in(*other);
  }

  std::shared_ptr<ManualClock> clock_ = std::make_shared<ManualClock>();
  OpenStore store_{backends().front(), clock_};
  Acknowledged acknowledged_;
};

TEST_F(Harness, finds_everything_where_it_happened) {
  told(agent("a"));
  told(submit("work"));
  const Grant grant = told(claim("a")).value();
  told(complete(grant));
  told(thread("t"));
  told(append("t"));
  told(record("k"));
  told(want_lock("l", "me"));
  told(correlation("c", {"risk"}));
  told(signal("c", "risk"));
  told(SetResult{.task = grant.task.id, .attempt = grant.task.attempt, .value = json("1")});
  told(group("g"));
  told(Ack{.group = GroupName::of("g"), .positions = {told(read_group("g")).front().event.position}});
  EXPECT_THAT(missing(), IsEmpty());
  EXPECT_THAT(broken_invariants(*store_), IsEmpty());
}

TEST_F(Harness, misses_a_task_that_is_gone) {
  told(submit("work"));
  EXPECT_THAT(missing_elsewhere(), Contains(HasSubstr("is gone")));
}

TEST_F(Harness, misses_a_message_that_is_gone) {
  told(thread("t"));
  told(append("t"));
  EXPECT_THAT(missing_elsewhere(), SizeIs(1));
}

TEST_F(Harness, misses_a_record_a_result_a_signal_and_a_lock_that_are_gone) {
  told(record("k"));
  told(SetResult{.task = new_task_id(), .attempt = Attempt{1}, .value = json("1")});
  told(correlation("c", {"risk"}));
  told(signal("c", "risk"));
  told(want_lock("l", "me"));
  EXPECT_THAT(missing_elsewhere(), SizeIs(4));
}

TEST_F(Harness, notices_that_a_completed_task_runs_again) {
  told(agent("a"));
  told(submit("work"));
  const Grant grant = told(claim("a")).value();
  acknowledged_.add({.verb = complete(grant), .reply = Reply(Settled{.status = TaskStatus::completed})});
  EXPECT_THAT(missing(), Contains(HasSubstr("was completed and is running")));
}

TEST_F(Harness, notices_a_token_that_is_issued_again_in_the_next_life) {
  const TryLockReply first = told(want_lock("l", "me"));
  acknowledged_.next_life();
  acknowledged_.add({.verb = want_lock("l", "you"), .reply = Reply(first)});
  EXPECT_THAT(missing(), Contains(HasSubstr("is not larger than those before a crash")));
}

TEST_F(Harness, notices_a_lock_that_two_had_at_once) {
  const auto at = [](int second) { return std::chrono::steady_clock::time_point(std::chrono::seconds{second}); };
  const auto held = [](std::uint64_t token) {
    Lock lock{.name = LockName::of("l"), .token = LockToken{token}};
    return Reply(TryLockReply{.won = true, .lock = lock});
  };
  const ReleaseLock back{.name = LockName::of("l"), .owner = LockOwner::of("me"), .token = LockToken{1}};
  acknowledged_.add({.verb = want_lock("l", "me"), .reply = held(1), .at = at(1), .asked = at(0)});
  acknowledged_.add({.verb = back, .reply = Reply(true), .at = at(6), .asked = at(5)});
  acknowledged_.add({.verb = want_lock("l", "you"), .reply = held(2), .at = at(4), .asked = at(3)});
  EXPECT_THAT(missing(), Contains(HasSubstr("had two holders")));
}

TEST_F(Harness, notices_a_forgotten_acknowledgement_of_a_delivery) {
  told(agent("a"));
  told(group("g"));
  const auto deliveries = told(read_group("g"));
  Ack ack{.group = GroupName::of("g"), .positions = {deliveries.front().event.position}};
  acknowledged_.add({.verb = std::move(ack), .reply = Reply(std::uint64_t{1})});
  EXPECT_THAT(missing(), Contains(HasSubstr("forgot an ack")));
}

TEST_F(Harness, notices_a_task_that_two_agents_hold) {
  must(*store_, agent("a"));
  must(*store_, submit("work"));
  const Grant grant = must(*store_, claim("a")).value();
  // Two agents that say they hold the same task, as no store may have it.
  must(*store_, Freeze{.frozen = true});
  std::string row;
  for (const std::string& line : must(*store_, Export{}).rows) {
    if (line.find(R"("table":"agents")") != std::string::npos) row = line;
  }
  row.replace(row.find(R"("id":"a")"), 8, R"("id":"b")");
  must(*store_, Import{.rows = {row}});
  must(*store_, Freeze{.frozen = false});
  EXPECT_THAT(broken_invariants(*store_), Contains(HasSubstr("is held by several agents")));
}

TEST(Acknowledgement, survives_the_pipe) {
  const Acknowledgement told{.verb = submit("work"), .reply = Reply(std::vector<Submitted>{{.id = new_task_id()}})};
  std::string line = to_line(told);
  ASSERT_EQ(line.back(), '\n');
  line.pop_back();
  const auto heard = parse_acknowledgement(line);
  ASSERT_TRUE(heard);
  EXPECT_EQ(heard->verb, told.verb);
  EXPECT_EQ(heard->reply, told.reply);
  EXPECT_FALSE(parse_acknowledgement(line.substr(0, line.size() / 2)));
}

}  // namespace
}  // namespace baton::test
