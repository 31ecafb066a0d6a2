#include <gmock/gmock.h>

#include "baton/open.hpp"
#include "chaos/aftermath.hpp"
#include "chaos/life.hpp"
#include "chaos/roles.hpp"
#include "support/chance.hpp"
#include "support/listed.hpp"
#include "support/seed.hpp"

namespace baton::test {
namespace {

using ::testing::IsEmpty;
using Clock = std::chrono::steady_clock;

/// The process that served the store and its fleet is killed while a thousand tasks are in flight and being settled;
/// then the store is opened again.
class Restart : public ::testing::Test {
 protected:
  void SetUp() override {
    Chance chance(drawn_seed());
    const std::string url = "sqlite:" + (folder_.path() / "state.db").string();
    Child fleet(own_program(), to_arguments(Actor{.role = "fleet", .url = url, .name = "fleet"}));
    ASSERT_EQ(fleet.line(), "ready");
    for (auto answers = chance.below(fleet_size / 2); answers > 0; --answers) {
      if (auto line = fleet.line()) told_.push_back(*std::move(line));
    }
    fleet.kill();
    while (auto line = fleet.line()) told_.push_back(*std::move(line));
    fleet.reap();
    started_ = Clock::now();
    auto opened = open_store(url);
    ASSERT_TRUE(opened.has_value()) << opened.error().detail;
    store_ = std::make_unique<BlockingStore>(*std::move(opened));
    supervisor_ = std::make_unique<ThreadLife>(Actor{.role = "supervisor"}, store_->store());
  }
  void TearDown() override {
    if (supervisor_) supervisor_->kill();
    if (store_) store_->store().port()->close();
  }

  /// The agent hands in what it holds, as one does that never noticed the restart.
  std::string settle(int number) {
    const Agent agent = must(*store_, GetAgent{.agent = fleet_agent(number)});
    if (!agent.current_task) return {};
    const Settle settle{.fence = {agent.id, agent.incarnation, *agent.current_task, agent.attempt},
                        .body = Json::trusted("true")};
    const Settled first = must(*store_, settle);
    EXPECT_TRUE(first.counted);
    EXPECT_EQ(must(*store_, settle).status, TaskStatus::completed);
    return "done " + settle.fence.task.str() + " " + std::to_string(settle.fence.attempt.value);
  }

  TemporaryDirectory folder_;
  std::vector<std::string> told_;
  Clock::time_point started_;
  std::unique_ptr<BlockingStore> store_;
  std::unique_ptr<ThreadLife> supervisor_;
};

TEST_F(Restart, with_a_thousand_tasks_in_flight_loses_nothing_and_supervises_within_two_seconds) {
  // Somebody new is given something new: the supervisor is at work.
  must(*store_, agent("newcomer", {"news"}));
  must(*store_, submit("news"));
  while (must(*store_, GetAgent{.agent = agent_id("newcomer")}).state != AgentState::assigned) {
    ASSERT_LT(Clock::now() - started_, 2s) << "nobody supervises";
    static_cast<void>(store_->wait(must(*store_, Health{}).last, 5ms));
  }
  EXPECT_EQ(listed(*store_, {}).size(), static_cast<std::size_t>(fleet_size) + 1);
  const auto settled = race(16, [this](int thread) {
    std::vector<std::string> told;
    for (int i = thread; i < fleet_size; i += 16) {
      if (auto line = settle(i); !line.empty()) told.push_back(std::move(line));
    }
    return told;
  });
  for (const auto& lines : settled) told_.insert(told_.end(), lines.begin(), lines.end());
  EXPECT_GE(told_.size(), static_cast<std::size_t>(fleet_size) / 2);
  EXPECT_LE(told_.size(), static_cast<std::size_t>(fleet_size)) << "one was answered before the kill and after";
  std::vector<TaskId> ids;
  for (const Task& task : listed(*store_, {.lane = Lane::of("flight")})) ids.push_back(task.id);
  const Aftermath aftermath(*store_);
  EXPECT_THAT(aftermath.ends_wrong(ids), IsEmpty());
  EXPECT_THAT(aftermath.contradictions(told_), IsEmpty());
}

}  // namespace
}  // namespace baton::test
