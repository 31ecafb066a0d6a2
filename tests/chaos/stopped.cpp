#include <gmock/gmock.h>

#include <csignal>

#include "baton/open.hpp"
#include "chaos/life.hpp"
#include "support/postgres_process.hpp"
#include "support/redis_process.hpp"
#include "support/store_fixture.hpp"

namespace baton::test {
namespace {

/// An agent that is a process of its own and is stopped in the middle of its work.
template <class Server>
class Stopped : public ::testing::Test {
 protected:
  std::optional<Event> event_of(EventType type) {
    const auto until = std::chrono::steady_clock::now() + 30s;
    while (std::chrono::steady_clock::now() < until) {
      for (const Event& event : must(store_, ReadLog{.types = {type}, .limit = 1000}).events) {
        const bool crash = event.payload.text().find("crashed") != std::string::npos;
        if (type != EventType::agent_changed || crash) return event;
      }
      static_cast<void>(store_.wait(must(store_, Health{}).last, 20ms));
    }
    return std::nullopt;
  }

  Server server_;
  BlockingStore store_{*open_store(server_.url())};
};
using Servers = ::testing::Types<RedisProcess, PostgresProcess>;
TYPED_TEST_SUITE(Stopped, Servers);

TYPED_TEST(Stopped, is_noticed_and_what_it_hands_in_later_is_refused_and_kept) {
  const std::string url = this->server_.url();
  ProcessLife supervisor(Actor{.role = "supervisor", .url = url, .name = "supervisor"});
  must(this->store_, submit("work"));
  Child holder(own_program(), to_arguments(Actor{.role = "holder", .url = url, .name = "holder"}));
  ASSERT_THAT(holder.line().value_or(""), ::testing::StartsWith("holding "));
  holder.signal(SIGSTOP);
  const Time stopped = must(this->store_, Health{}).now;
  const auto crashed = this->event_of(EventType::agent_changed);
  ASSERT_TRUE(crashed);
  EXPECT_LE(crashed->at, stopped + stale + 1s);
  EXPECT_TRUE(this->event_of(EventType::task_requeued));
  holder.signal(SIGCONT);
  EXPECT_EQ(holder.line(), "settled stale_fence");
  const auto late = this->event_of(EventType::task_late_result);
  ASSERT_TRUE(late);
  EXPECT_EQ(late->agent, agent_id("holder"));
  EXPECT_THAT(late->payload.text(), ::testing::HasSubstr("too late"));
  EXPECT_EQ(must(this->store_, GetTask{.task = *late->task}).status, TaskStatus::pending);
  supervisor.kill();
}

}  // namespace
}  // namespace baton::test
