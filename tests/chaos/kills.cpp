#include <gmock/gmock.h>

#include <cstdlib>
#include <iostream>

#include "baton/open.hpp"
#include "chaos/aftermath.hpp"
#include "chaos/life.hpp"
#include "chaos/places.hpp"
#include "support/chance.hpp"
#include "support/effort.hpp"
#include "support/listed.hpp"
#include "support/seed.hpp"

namespace baton::test {
namespace {

using ::testing::IsEmpty;

constexpr std::size_t supervisors = 3;
constexpr std::size_t agents = 20;
/// So often one id comes back; more would be quarantined, which is not what is tested here.
constexpr int lives_of_an_id = 4;

/// Tasks of which a fifth wait for others.
std::vector<TaskId> submit_graph(BlockingStore& store, std::size_t count, Chance& chance) {
  std::vector<TaskId> all;
  while (all.size() < count) {
    std::vector<NewTask> batch;
    for (; batch.size() < limits::tasks_per_submit && all.size() < count; all.push_back(batch.back().id)) {
      batch.push_back(task("chaos"));
      if (all.empty() || !chance.percent(20)) continue;
      batch.back().depends_on.push_back(chance.pick(all));
      if (chance.percent(50)) batch.back().on_failed_dependency = DependencyRule::proceed;
    }
    must(store, submit(std::move(batch)));
  }
  return all;
}

template <class Place>
class Chaos : public ::testing::Test {
 protected:
  void SetUp() override {
    auto opened = open_store(place_.url());
    ASSERT_TRUE(opened.has_value()) << opened.error().detail;
    store_ = std::make_unique<BlockingStore>(*std::move(opened));
    for (std::size_t i = 0; i < supervisors + agents; ++i) start(i);
  }
  void TearDown() override {
    for (std::size_t i = 0; i < slots_.size(); ++i) end(i);
    if (store_) store_->store().port()->close();
  }

  void start(std::size_t slot) {
    Slot& one = slots_.at(slot);
    const bool supervises = slot < supervisors;
    const int generation = one.lives++ / lives_of_an_id;
    one.actor = {.role = supervises ? "supervisor" : "agent",
                 .url = place_.url(),
                 .name = "actor-" + std::to_string(slot) + "-" + std::to_string(generation),
                 .seed = chance_.below(1'000'000)};
    one.life = place_.start(one.actor, store_->store());
  }
  void end(std::size_t slot) {
    Slot& one = slots_.at(slot);
    if (!one.life) return;
    one.life->kill();
    if (one.actor.role == "agent") killings_.push_back({AgentId::of(one.actor.name), must(*store_, Health{}).now});
    for (std::string& line : one.life->told()) told_.push_back(std::move(line));
    one.life.reset();
  }
  /// Kills one after the other, of all sorts, and lets each come back after a while.
  void rage(std::chrono::seconds time) {
    const auto until = std::chrono::steady_clock::now() + time;
    while (std::chrono::steady_clock::now() < until) {
      const std::size_t victim = chance_.below(slots_.size());
      end(victim);
      ++kills_;
      // Wherever they are when so much more has happened, or nothing for a while.
      wait_for_events(chance_.between(1, 40), 200ms);
      const std::size_t heir = chance_.below(slots_.size());
      for (const std::size_t slot : {victim, heir}) {
        if (!slots_[slot].life && chance_.percent(70)) start(slot);
      }
    }
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      if (!slots_[i].life) start(i);
    }
  }
  void wait_for_events(std::uint64_t count, Duration at_most) {
    const Position last = must(*store_, Health{}).last;
    static_cast<void>(store_->wait(Position{last.value + count - 1}, at_most));
  }
  bool all_end(std::size_t tasks, std::chrono::seconds patience) {
    const auto until = std::chrono::steady_clock::now() + patience;
    while (std::chrono::steady_clock::now() < until) {
      if (ended() == tasks) return true;
      wait_for_events(10, 200ms);
    }
    return false;
  }
  std::size_t ended() {
    std::size_t count = 0;
    for (const auto status : {TaskStatus::completed, TaskStatus::failed, TaskStatus::cancelled, TaskStatus::dead}) {
      count += listed(*store_, {.status = status}).size();
    }
    return count;
  }

  struct Slot {
    Actor actor;
    int lives = 0;
    std::unique_ptr<Life> life;
  };

  Place place_;
  Chance chance_{drawn_seed()};
  std::unique_ptr<BlockingStore> store_;
  std::vector<Slot> slots_{supervisors + agents};
  std::vector<Killing> killings_;
  std::vector<std::string> told_;
  int kills_ = 0;
};

TYPED_TEST_SUITE(Chaos, Places);

TYPED_TEST(Chaos, ends_every_task_once_and_lets_none_wait_for_the_dead) {
  const std::size_t count = amount(600, 600, 5'000);
  const auto tasks = submit_graph(*this->store_, count, this->chance_);
  this->rage(std::chrono::seconds{amount(8, 8, 60)});
  ASSERT_TRUE(this->all_end(count, 60s)) << this->ended() << " of " << count << " have ended";
  for (std::size_t i = 0; i < this->slots_.size(); ++i) this->end(i);
  const Aftermath aftermath(*this->store_);
  EXPECT_THAT(aftermath.ends_wrong(tasks), IsEmpty());
  EXPECT_THAT(aftermath.contradictions(this->told_), IsEmpty());
  EXPECT_THAT(aftermath.waits(this->killings_, stale + 5s), IsEmpty());
  const std::size_t orphans = aftermath.orphans(this->killings_);
  std::cout << this->kills_ << " kills, " << orphans << " tasks orphaned, " << this->told_.size()
            << " completions told\n";
  EXPECT_GT(orphans, 0U) << "nobody was killed at work";
}

}  // namespace
}  // namespace baton::test
