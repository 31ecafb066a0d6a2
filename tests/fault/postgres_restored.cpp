#include <gtest/gtest.h>

#include "support/postgres_process.hpp"
#include "support/store_fixture.hpp"

// A dump whose snapshot is older than the last time that hot tables were written anew finds them empty.

namespace baton::test {
namespace {

class PostgresRestored : public ::testing::Test {
 protected:
  std::string ask(const std::string& sql) { return server_.ask(sql, "baton_default"); }
  std::unique_ptr<BlockingStore> open() {
    auto store = open_store(server_.url());
    if (!store) throw std::runtime_error(store.error().detail);
    return std::make_unique<BlockingStore>(*std::move(store));
  }

  PostgresProcess server_;
};

TEST_F(PostgresRestored, without_its_queue_builds_it_from_the_tasks) {
  auto store = open();
  NewTask task{.id = TaskId::parse("01890a5d-ac96-774b-bcce-b302099a8057").value(), .kind = KindName::of("build")};
  must(*store, Submit{.tasks = {task}});
  task.id = TaskId::parse("01890a5d-ac96-774b-bcce-b302099a8058").value();
  task.priority = 1;
  must(*store, Submit{.tasks = {task}});
  store->store().port()->close();
  ask("TRUNCATE ready, lines, queue_mark");
  store = open();
  const auto line = must(*store, Peek{.lane = Lane::of("build")});
  ASSERT_EQ(line.size(), 2U);
  EXPECT_EQ(line.front().task, task.id);
  EXPECT_EQ(must(*store, QueueStats{}).lines.size(), 2U);
  store->store().port()->close();
}

TEST_F(PostgresRestored, by_another_program_gets_the_functions_of_this_one) {
  auto store = open();
  store->store().port()->close();
  ask("DROP FUNCTION counters; CREATE FUNCTION counters() RETURNS integer LANGUAGE sql AS 'SELECT 1';"
      "UPDATE migrations SET checksum = 'other' WHERE number = 0");
  store = open();
  EXPECT_EQ(must(*store, Health{}).last, Position{});
  store->store().port()->close();
}

TEST_F(PostgresRestored, refuses_to_work_in_another_isolation) {
  ask("ALTER ROLE baton SET default_transaction_isolation = 'repeatable read'");
  auto store = open();  // a connection of ours sets it right
  must(*store, PutThread{.thread = ThreadId::of("t")});
  store->store().port()->close();
}

}  // namespace
}  // namespace baton::test
