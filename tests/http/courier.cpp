#include "engine/courier.hpp"

#include <gtest/gtest.h>

#include <boost/asio/this_coro.hpp>
#include <chrono>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "baton/open.hpp"
#include "engine/bell.hpp"
#include "engine/configured_subscriptions.hpp"
#include "support/still_loop.hpp"
#include "support/wrapping.hpp"

namespace baton::test {

namespace {

/// Keeps what it is given to post. While it is held, answers come only when it is let go.
class Postbox final : public Sender {
 public:
  awaitable<Result<unsigned>> post(Parcel parcel) override {
    posted.push_back(std::move(parcel));
    if (const auto hold = held) co_await hold->wait(Bell::Clock::time_point::max());
    co_return std::exchange(status, otherwise);
  }

  std::vector<Parcel> posted;
  std::shared_ptr<Bell> held;
  unsigned otherwise = 204U;
  unsigned status = 204U;  ///< of the next answer; then `otherwise`
};

/// Whether so many parcels are posted before that time is over.
awaitable<bool> comes_to(std::shared_ptr<Postbox> postbox, std::size_t parcels, Bell::Clock::duration within) {
  const auto until = Bell::Clock::now() + within;
  Bell pause(co_await boost::asio::this_coro::executor);
  while (postbox->posted.size() < parcels && Bell::Clock::now() < until) {
    co_await pause.wait(Bell::Clock::now() + std::chrono::milliseconds{5});
  }
  co_return postbox->posted.size() >= parcels;
}

/// Does something else just before it drops a group.
class Interrupted final : public Wrapping {
 public:
  Interrupted(std::shared_ptr<Port> inner, awaitable<Result<Subscription>> other)
      : Wrapping(std::move(inner)), other_(std::move(other)) {}
  awaitable<Answer> execute(Verb verb) override {
    if (std::holds_alternative<DropGroup>(verb)) EXPECT_TRUE(co_await std::move(other_));
    co_return co_await inner_->execute(std::move(verb));
  }

 private:
  awaitable<Result<Subscription>> other_;
};

class CourierTest : public ::testing::Test {
 protected:
  template <class V>
  typename V::Reply call(V verb) {
    auto reply = loop_.await(store_.call(std::move(verb)));
    EXPECT_TRUE(reply);
    return *std::move(reply);
  }
  Subscription subscription_to(const std::string& url) {
    Subscription wanted;
    wanted.name = GroupName::of("ops");
    wanted.url = url;
    wanted.secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    wanted.max_deliveries = 2;
    return wanted;
  }
  void put(Subscription wanted) { ASSERT_TRUE(loop_.await(subscriptions_.put(std::move(wanted)))); }
  Subscription known() { return *loop_.await(subscriptions_.get(GroupName::of("ops"))); }
  void submit() { call(Submit{.tasks = {NewTask{.id = TaskId::make(), .kind = KindName::of("work")}}}); }
  /// One event is on its way to the old URL.
  void start_delivering() {
    put(subscription_to("http://127.0.0.1:9/old"));
    submit();
    postbox_->held = std::make_shared<Bell>(loop_.get_executor());
    loop_.start(courier_.run(stop_.get_token()));
    ASSERT_EQ(postbox_->posted.size(), 1U);
  }
  void answer_late(unsigned status) {
    courier_.look_again();
    loop_.settle();
    postbox_->status = status;
    std::exchange(postbox_->held, nullptr)->ring();
    loop_.settle();
  }
  /// Somebody else was given what waits in the group, and never said that it arrived.
  void give_up_all() {
    const ReadGroup read{.group = group_, .consumer = ConsumerName::of("somebody")};
    call(read);
    clock_->advance(std::chrono::hours{1});
    call(read);
    ASSERT_EQ(call(DeadLetters{.group = group_}).items.size(), 1U);
  }
  void TearDown() override {
    stop_.request_stop();
    loop_.settle();
  }

  StillLoop loop_;
  std::shared_ptr<ManualClock> clock_ = std::make_shared<ManualClock>();
  Store store_ = *open_store("memory:", {.clock = clock_});
  std::shared_ptr<Postbox> postbox_ = std::make_shared<Postbox>();
  Courier courier_{loop_.get_executor(), store_, postbox_, "urn:baton:default", [](const std::string& /*trouble*/) {}};
  Subscriptions subscriptions_{store_};
  std::stop_source stop_;
  GroupName group_ = GroupName::of("webhook:ops");
};

}  // namespace

TEST_F(CourierTest, what_is_redriven_is_delivered_without_anything_else_happening) {
  auto wanted = subscription_to("http://127.0.0.1:9/hook");
  wanted.max_deliveries = 1;
  put(std::move(wanted));
  submit();
  give_up_all();
  loop_.start(courier_.run(stop_.get_token()));
  ASSERT_TRUE(postbox_->posted.empty());
  EXPECT_EQ(call(Redrive{.group = group_}), 1U);
  courier_.deliver_again(GroupName::of("webhook:others"));
  loop_.settle();
  EXPECT_TRUE(postbox_->posted.empty());
  courier_.deliver_again(group_);
  loop_.settle();
  EXPECT_EQ(postbox_->posted.size(), 1U);
}

TEST_F(CourierTest, what_several_receivers_miss_makes_no_work_for_each_other) {
  auto wanted = subscription_to("http://127.0.0.1:9/hook");
  for (const char* name : {"one", "two", "three"}) {
    wanted.name = GroupName::of(name);
    wanted.max_deliveries = 1;
    put(wanted);
  }
  submit();
  postbox_->status = postbox_->otherwise = 500U;
  loop_.start(courier_.run(stop_.get_token()));
  EXPECT_EQ(postbox_->posted.size(), 3U);
  for (int i = 0; i < 5; ++i) {
    clock_->advance(std::chrono::hours{1});
    for (const char* name : {"one", "two", "three"})
      courier_.deliver_again(GroupName::of("webhook:" + std::string(name)));
    loop_.settle();
  }
  EXPECT_EQ(postbox_->posted.size(), 3U) << "the event that happened, to each of them";
  EXPECT_EQ(call(ReadLog{}).last, Position{4}) << "it, and three dead letters";
}

TEST_F(CourierTest, each_that_failed_is_sent_again_when_its_own_time_has_come) {
  clock_ = nullptr;
  store_ = *open_store("memory:");
  Courier courier(loop_.get_executor(), store_, postbox_, "urn:baton:default", [](const std::string& /*trouble*/) {});
  auto wanted = subscription_to("http://127.0.0.1:9/hook");
  wanted.retry = std::chrono::seconds{1};
  ASSERT_TRUE(loop_.await(Subscriptions(store_).put(std::move(wanted))));
  postbox_->status = postbox_->otherwise = 500U;
  submit();
  loop_.start(courier.run(stop_.get_token()));
  ASSERT_EQ(postbox_->posted.size(), 1U);
  EXPECT_FALSE(loop_.await(comes_to(postbox_, 2, std::chrono::milliseconds{500})));
  submit();
  courier.deliver_again(group_);
  ASSERT_TRUE(loop_.await(comes_to(postbox_, 2, std::chrono::seconds{5})));
  postbox_->status = postbox_->otherwise = 204U;
  EXPECT_TRUE(loop_.await(comes_to(postbox_, 4, std::chrono::seconds{8})))
      << "whoever has nothing to do looks after ten";
  stop_.request_stop();
  loop_.settle();
}

TEST_F(CourierTest, a_late_410_of_the_old_url_leaves_alone_what_was_put_in_its_place) {
  start_delivering();
  put(subscription_to("http://127.0.0.1:9/new"));
  answer_late(410);
  EXPECT_EQ(known().url, "http://127.0.0.1:9/new");
  EXPECT_FALSE(known().disabled_because);
  clock_->advance(std::chrono::hours{1});
  courier_.deliver_again(group_);
  loop_.settle();
  ASSERT_EQ(postbox_->posted.size(), 2U);
  EXPECT_EQ(postbox_->posted.back().url, "http://127.0.0.1:9/new");
}

TEST_F(CourierTest, a_late_410_does_not_disable_what_was_put_once_more_as_it_was) {
  start_delivering();
  put(subscription_to("http://127.0.0.1:9/old"));
  answer_late(410);
  EXPECT_FALSE(known().disabled_because);
  const auto groups = call(ListGroups{});
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0].pending, 1U);
}

TEST_F(CourierTest, a_410_disables_what_was_delivered_to) {
  start_delivering();
  answer_late(410);
  EXPECT_TRUE(known().disabled_because);
  EXPECT_TRUE(call(ListGroups{}).empty());
}

TEST_F(CourierTest, what_is_put_once_more_while_it_is_being_disabled_keeps_what_waits) {
  start_delivering();
  const Subscription old = known();
  auto enabling = subscriptions_.put(subscription_to("http://127.0.0.1:9/new"));
  const Subscriptions interrupted{Store(std::make_shared<Interrupted>(store_.port(), std::move(enabling)))};
  EXPECT_FALSE(*loop_.await(interrupted.disable(old, "gone")));
  EXPECT_FALSE(known().disabled_because);
  const auto groups = call(ListGroups{});
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0].lag, 1U) << "the event that was being delivered is delivered again";
  answer_late(204);
}

TEST_F(CourierTest, another_configuration_at_a_restart_keeps_what_waits_and_the_dead_letters) {
  auto wanted = subscription_to("http://127.0.0.1:9/hook");
  wanted.max_deliveries = 1;
  put(wanted);
  submit();
  give_up_all();
  const auto before = call(InspectGroup{.group = group_}).group;
  wanted.max_deliveries = 3;
  wanted.retry = std::chrono::seconds{9};
  loop_.start(configure(subscriptions_, {wanted}, stop_.get_token(), [](const std::string& why) { FAIL() << why; }));
  auto expected = before;
  expected.max_deliveries = 3;
  expected.visibility = wanted.retry;
  EXPECT_EQ(call(InspectGroup{.group = group_}).group, expected);
  EXPECT_EQ(expected.dead, 1U);
}

}  // namespace baton::test
