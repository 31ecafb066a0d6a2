#include "engine/courier.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "baton/open.hpp"
#include "support/still_loop.hpp"

namespace baton::test {

namespace {

/// Keeps what it is given to post.
class Postbox final : public Sender {
 public:
  awaitable<Result<unsigned>> post(Parcel parcel) override {
    posted.push_back(std::move(parcel));
    co_return 204U;
  }

  std::vector<Parcel> posted;
};

class CourierTest : public ::testing::Test {
 protected:
  template <class V>
  typename V::Reply call(V verb) {
    auto reply = loop_.await(store_.call(std::move(verb)));
    EXPECT_TRUE(reply);
    return *std::move(reply);
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
  std::stop_source stop_;
  GroupName group_ = GroupName::of("webhook:ops");
};

}  // namespace

TEST_F(CourierTest, what_is_redriven_is_delivered_without_anything_else_happening) {
  const Subscriptions subscriptions(store_);
  Subscription wanted;
  wanted.name = GroupName::of("ops");
  wanted.url = "http://127.0.0.1:9/hook";
  wanted.max_deliveries = 1;
  ASSERT_TRUE(loop_.await(subscriptions.put(std::move(wanted))));
  call(Submit{.tasks = {NewTask{.id = TaskId::make(), .kind = KindName::of("work")}}});
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

}  // namespace baton::test
