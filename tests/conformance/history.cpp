#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <map>
#include <random>
#include <set>

#include "support/store_fixture.hpp"

/// Promises about whole histories: what many callers at random leave behind.
namespace baton::test {
namespace {

using enum EventType;

/// One worker of a fleet that does a bit of everything; what it was told is counted.
class Worker {
 public:
  Worker(BlockingStore& store, int number) : store_(store), name_("a" + std::to_string(number)), random_(number) {}

  void work(int steps) {
    note(store_.call(agent(name_)), agent_registered);
    for (int i = 0; i < steps; ++i) step();
  }
  std::map<EventType, std::size_t> acknowledged;

 private:
  void step() {
    switch (random_() % 8) {
      case 0:
      case 1: note(store_.call(submit({task("x"), task("y")})), task_created, 2); break;
      case 2: note(store_.call(append("shared")), message_appended); break;
      case 3: take_lock(); break;
      case 4: EXPECT_TRUE(store_.call(Sweep{})); break;
      case 5: note(store_.call(thread(new_text("thread"))), thread_created); break;
      default: take_task();
    }
  }

  template <class T>
  void note(const Result<T>& answer, EventType type, std::size_t count = 1) {
    if (answer) acknowledged[type] += count;
  }

  void take_lock() {
    const auto reply = store_.call(want_lock("shared", name_));
    if (!reply || !reply->won) return;
    ++acknowledged[lock_acquired];
    note(store_.call(release(reply->lock)), lock_released);
  }

  void take_task() {
    const auto grant = store_.call(claim(name_));
    if (!grant || !*grant) return;
    ++acknowledged[task_assigned];
    switch (random_() % 3) {
      case 0: note(store_.call(complete(**grant)), task_completed); break;
      case 1: note(store_.call(release(**grant)), task_requeued); break;
      default: note(store_.call(fail_it(**grant)), task_retrying);
    }
  }

  BlockingStore& store_;
  std::string name_;
  std::minstd_rand random_;
};

STORE_TEST(History, every_acknowledged_change_is_in_the_log_exactly_once_at_dense_positions) {
  must(thread("shared"));
  const auto answers = race(8, [&](int i) {
    Worker worker(store(), i);
    worker.work(60);
    return worker.acknowledged;
  });
  std::map<EventType, std::size_t> told{{thread_created, 1}};
  for (const auto& counts : answers) {
    for (const auto& [type, count] : counts) told[type] += count;
  }
  const auto log = events();
  std::map<EventType, std::size_t> logged;
  for (std::size_t i = 0; i < log.size(); ++i) {
    ASSERT_EQ(log[i].position, Position{i + 1});
    ++logged[log[i].type];
  }
  EXPECT_EQ(logged[lock_acquired], logged[lock_released]);
  EXPECT_EQ(logged, told);
  reopen();
  EXPECT_EQ(events(), log);
}

STORE_TEST(History, the_log_alone_tells_how_every_task_stands) {
  race(6, [&](int i) {
    Worker worker(store(), i);
    worker.work(50);
    return 0;
  });
  std::map<TaskId, EventType> last;
  for (const Event& event : events()) {
    if (event.task) last[*event.task] = event.type;
  }
  const std::map<EventType, TaskStatus> meaning{{task_created, TaskStatus::pending},
                                                {task_assigned, TaskStatus::running},
                                                {task_requeued, TaskStatus::pending},
                                                {task_completed, TaskStatus::completed},
                                                {task_retrying, TaskStatus::scheduled}};
  for (const auto& [id, type] : last) {
    ASSERT_TRUE(meaning.contains(type)) << to_text(type);
    EXPECT_EQ(status_of(id), meaning.at(type));
  }
}

STORE_TEST(History, no_two_holders_ever_hold_one_attempt) {
  race(6, [&](int i) {
    Worker worker(store(), i);
    worker.work(50);
    return 0;
  });
  std::map<TaskId, AgentId> holding;
  std::map<TaskId, int> settled;
  for (const Event& event : events()) {
    if (!event.task) continue;
    if (event.type == task_assigned) {
      EXPECT_FALSE(holding.contains(*event.task));
      holding.emplace(*event.task, *event.agent);
    } else if (event.type != task_created) {
      EXPECT_EQ(holding[*event.task], event.agent);
      holding.erase(*event.task);
    }
    if (event.type == task_completed) {
      EXPECT_EQ(++settled[*event.task], 1);
    }
  }
}

/// What the port answers beside the reply.
Stamp stamp_of(const Store& store, Verb verb) {
  boost::asio::io_context loop;
  auto answer = boost::asio::co_spawn(loop, store.port()->execute(std::move(verb)), boost::asio::use_future);
  loop.run();
  return answer.get().stamp;
}

STORE_TEST(History, each_mutation_is_one_step_in_the_stores_one_order) {
  const auto steps =
      race(8, [&](int) { return many(10, [&](int) { return stamp_of(store().store(), Verb(submit("work"))).step; }); });
  std::set<std::uint64_t> all;
  for (const auto& mine : steps) {
    EXPECT_TRUE(std::ranges::is_sorted(mine));
    all.insert(mine.begin(), mine.end());
  }
  EXPECT_EQ(all.size(), 80U) << "no step is given twice";
  const Stamp read = stamp_of(store().store(), Verb(Health{}));
  EXPECT_EQ(read.step, *all.rbegin()) << "a read carries the number of the last step it saw";
  EXPECT_EQ(read.now, clock.now());
}

STORE_TEST(History, nothing_acknowledged_is_lost_by_a_restart) {
  race(6, [&](int i) {
    Worker worker(store(), i);
    worker.work(40);
    return 0;
  });
  const std::string before = export_text();
  reopen();
  EXPECT_EQ(export_text(), before);
}

}  // namespace
}  // namespace baton::test
