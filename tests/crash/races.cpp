#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <future>
#include <map>

#include "baton/open.hpp"
#include "crash/racer.hpp"
#include "support/acknowledged.hpp"
#include "support/child.hpp"
#include "support/redis_process.hpp"
#include "support/store_fixture.hpp"

namespace baton::test {
namespace {

/// What one process was told.
struct Told {
  std::map<TaskId, int> assigned;
  std::map<TaskId, int> completed;
};

Told listen_to(Child& racer) {
  Told told;
  while (const auto line = racer.line()) {
    const auto heard = parse_acknowledgement(*line);
    if (!heard) continue;
    if (const auto* grant = std::get_if<std::optional<Grant>>(&heard->reply)) ++told.assigned[(*grant)->task.id];
    const auto* settled = std::get_if<Settled>(&heard->reply);
    if (settled != nullptr && settled->counted) ++told.completed[std::get<Settle>(heard->verb).fence.task];
  }
  racer.reap();
  return told;
}

void submit(BlockingStore& store, std::size_t tasks) {
  while (tasks > 0) {
    Submit batch;
    for (; tasks > 0 && batch.tasks.size() < limits::tasks_per_submit; --tasks) {
      batch.tasks.push_back({.id = TaskId::make(), .kind = KindName::of("race")});
    }
    must(store, batch);
  }
}

TEST(Race, of_two_processes_assigns_every_task_once) {
  const std::size_t tasks = std::getenv("BATON_LONG") != nullptr ? 100'000 : 5'000;
  RedisProcess server;
  auto store = open_store(server.url());
  ASSERT_TRUE(store.has_value()) << store.error().detail;
  BlockingStore blocking(*store);
  submit(blocking, tasks);
  Child one(own_program(), to_arguments(Race{.url = server.url(), .name = "one"}));
  Child other(own_program(), to_arguments(Race{.url = server.url(), .name = "other"}));
  auto from_other = std::async(std::launch::async, [&other] { return listen_to(other); });
  Told told = listen_to(one);
  Told more = from_other.get();
  EXPECT_FALSE(told.assigned.empty());
  EXPECT_FALSE(more.assigned.empty());
  for (const auto& [task, count] : more.assigned) told.assigned[task] += count;
  for (const auto& [task, count] : more.completed) told.completed[task] += count;
  EXPECT_EQ(told.assigned.size(), tasks);
  EXPECT_EQ(told.completed.size(), tasks);
  EXPECT_TRUE(std::ranges::all_of(told.assigned, [](const auto& entry) { return entry.second == 1; }));
  EXPECT_TRUE(std::ranges::all_of(told.completed, [](const auto& entry) { return entry.second == 1; }));
}

}  // namespace
}  // namespace baton::test
