#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <future>
#include <limits>
#include <map>

#include "baton/open.hpp"
#include "crash/deaths.hpp"
#include "crash/racer.hpp"
#include "support/acknowledged.hpp"
#include "support/child.hpp"
#include "support/postgres_process.hpp"
#include "support/redis_process.hpp"
#include "support/store_fixture.hpp"

namespace baton::test {
namespace {

/// One process of the race, and what it was told.
class Runner {
 public:
  Runner(const std::string& url, const std::string& name)
      : child_(own_program(), to_arguments(Race{.url = url, .name = name})) {}

  void signal(int number) const { child_.signal(number); }
  /// Listens until so much was heard, or all of it.
  void listen(std::size_t answers = std::numeric_limits<std::size_t>::max()) {
    for (std::size_t heard = 0; heard < answers; ++heard) {
      const auto line = child_.line();
      if (!line) return;
      note(*line);
    }
  }
  /// Listens until something was answered after that moment; whether it was, within so much time.
  bool hears_after(std::chrono::steady_clock::time_point moment, std::chrono::seconds within) {
    while (const auto line = child_.line(moment + within)) {
      if (note(*line) > moment) return true;
    }
    return false;
  }
  int reap() { return child_.reap(); }

  std::map<TaskId, int> assigned;
  std::map<TaskId, int> completed;

 private:
  std::chrono::steady_clock::time_point note(const std::string& line) {
    const auto heard = parse_acknowledgement(line);
    if (!heard) return {};
    if (const auto* grant = std::get_if<std::optional<Grant>>(&heard->reply)) ++assigned[(*grant)->task.id];
    const auto* settled = std::get_if<Settled>(&heard->reply);
    if (settled != nullptr && settled->counted) ++completed[std::get<Settle>(heard->verb).fence.task];
    return heard->at;
  }

  Child child_;
};

void submit(BlockingStore& store, std::size_t tasks) {
  while (tasks > 0) {
    Submit batch;
    for (; tasks > 0 && batch.tasks.size() < limits::tasks_per_submit; --tasks) {
      batch.tasks.push_back({.id = TaskId::make(), .kind = KindName::of("race")});
    }
    must(store, batch);
  }
}

/// Each task was assigned and completed once, by one of the two.
void expect_each_once(const Runner& one, const Runner& other, std::size_t tasks) {
  EXPECT_FALSE(one.assigned.empty());
  EXPECT_FALSE(other.assigned.empty());
  const auto check = [tasks](std::map<TaskId, int> sum, const std::map<TaskId, int>& more) {
    for (const auto& [task, count] : more) sum[task] += count;
    EXPECT_EQ(sum.size(), tasks);
    EXPECT_TRUE(std::ranges::all_of(sum, [](const auto& entry) { return entry.second == 1; }));
  };
  check(one.assigned, other.assigned);
  check(one.completed, other.completed);
}

void run_to_the_end(Runner& one, Runner& other) {
  auto all_of_other = std::async(std::launch::async, [&other] { other.listen(); });
  one.listen();
  all_of_other.get();
}

void fill(const std::string& url, std::size_t tasks) {
  auto store = open_store(url);
  ASSERT_TRUE(store.has_value()) << store.error().detail;
  BlockingStore blocking(*store);
  submit(blocking, tasks);
}

template <class Server>
class Races : public ::testing::Test {
 protected:
  Server server_;
};
using Servers = ::testing::Types<RedisProcess, PostgresProcess>;
TYPED_TEST_SUITE(Races, Servers);

TYPED_TEST(Races, of_two_processes_assigns_every_task_once) {
  const std::size_t tasks = amount(5'000, 5'000, 100'000);
  const std::string url = this->server_.url();
  fill(url, tasks);
  Runner one(url, "one");
  Runner other(url, "other");
  run_to_the_end(one, other);
  expect_each_once(one, other, tasks);
}

TYPED_TEST(Races, goes_on_while_one_of_two_processes_stands_still) {
  const std::size_t tasks = amount(5'000, 5'000, 50'000);
  Chance chance(drawn_seed());
  const std::string url = this->server_.url();
  fill(url, tasks);
  Runner one(url, "one");
  Runner other(url, "other");
  for (std::uint64_t stop = 0; stop < amount(5, 5, 50); ++stop) {
    one.listen(chance.between(50, 300));
    one.signal(SIGSTOP);
    EXPECT_TRUE(other.hears_after(std::chrono::steady_clock::now(), 5s)) << "stop " << stop;
    one.signal(SIGCONT);
  }
  run_to_the_end(one, other);
  expect_each_once(one, other, tasks);
}

}  // namespace
}  // namespace baton::test
