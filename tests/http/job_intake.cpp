#include "engine/job_intake.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

#include "baton/open.hpp"
#include "engine/held.hpp"
#include "support/still_loop.hpp"

namespace baton::test {

namespace {

/// Somebody else has the lock of the thread's intake.
class JobIntakeTest : public ::testing::Test {
 protected:
  using Outcome = std::optional<Result<JobTicket>>;
  struct Caller {
    std::stop_source leaving;
    Outcome outcome;
  };

  template <class V>
  typename V::Reply call(V verb) {
    auto reply = loop_.await(store_.call(std::move(verb)));
    EXPECT_TRUE(reply);
    return *std::move(reply);
  }
  void SetUp() override {
    lock_ =
        call(TryLock{.name = intake_lock(thread_), .owner = LockOwner::of("me"), .ttl = std::chrono::hours{1}}).lock;
  }
  static NewJob job_on(const ThreadId& thread) {
    NewJob job;
    job.kind = KindName::of("review");
    job.thread = thread;
    return job;
  }
  awaitable<Result<JobTicket>> asking(const ThreadId& thread, Presence peer = {}) {
    return intake_.submit(job_on(thread), fleet_job_lane(), 1, std::move(peer));
  }
  void start(Caller& caller) {
    loop_.start(asking(thread_, Presence{.left = caller.leaving.get_token()}), &caller.outcome);
  }
  void leave(Caller& caller) {
    caller.leaving.request_stop();
    loop_.settle();
  }
  void TearDown() override {
    intake_.stop_waiting();
    loop_.settle();
  }

  StillLoop loop_;
  Store store_ = *open_store("memory:");
  JobIntake intake_{loop_.get_executor(), store_};
  ThreadId thread_ = ThreadId::of("t");
  Lock lock_;
};

}  // namespace

TEST_F(JobIntakeTest, a_stop_answers_all_who_wait_for_a_thread_that_is_locked) {
  Caller first;
  Caller second;
  Caller third;
  for (Caller* caller : {&first, &second, &third}) start(*caller);
  EXPECT_FALSE(first.outcome || second.outcome || third.outcome);
  intake_.stop_waiting();
  loop_.settle();
  for (const Caller* caller : {&first, &second, &third}) {
    ASSERT_TRUE(caller->outcome);
    EXPECT_EQ(caller->outcome->error().code, Errc::unavailable);
    EXPECT_EQ(caller->outcome->error().detail, "baton is stopping; send it again");
    EXPECT_FALSE(is_of_the_store(caller->outcome->error())) << "no sign of a store that cannot write";
  }
}

TEST_F(JobIntakeTest, after_a_stop_a_thread_that_is_free_still_takes_jobs_and_a_locked_one_says_no_at_once) {
  intake_.stop_waiting();
  EXPECT_TRUE(loop_.await(asking(ThreadId::of("other"))));
  Caller caller;
  start(caller);
  ASSERT_TRUE(caller.outcome);
  EXPECT_EQ(caller.outcome->error().code, Errc::unavailable);
}

TEST_F(JobIntakeTest, who_has_left_waits_no_more_and_keeps_nobody_waiting) {
  Caller first;
  Caller second;
  Caller third;
  for (Caller* caller : {&first, &second, &third}) start(*caller);
  leave(second);
  EXPECT_TRUE(second.outcome) << "though its turn has not come";
  EXPECT_FALSE(first.outcome || third.outcome);
  leave(first);
  EXPECT_TRUE(first.outcome) << "though the lock is not free";
  EXPECT_FALSE(third.outcome);
  call(ReleaseLock{.name = lock_.name, .owner = lock_.owner, .token = lock_.token});
  EXPECT_TRUE(loop_.await(asking(thread_))) << "behind the third";
  ASSERT_TRUE(third.outcome);
  EXPECT_TRUE(*third.outcome);
  EXPECT_EQ(call(ListTasks{.thread = thread_}).items.size(), 2U) << "of those who left nothing was taken in";
}

TEST_F(JobIntakeTest, a_thread_that_is_free_takes_the_job_of_one_who_sent_it_and_left) {
  const Presence gone{.gone = [] { return true; }};
  EXPECT_TRUE(loop_.await(asking(ThreadId::of("other"), gone)));
}

}  // namespace baton::test
