#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>

#include "support/postgres_process.hpp"
#include "support/store_fixture.hpp"

// A store that somebody else had in hand: a dump that missed its hot tables, another program, another isolation; and one that
// was closed.

namespace baton::test {
namespace {

class PostgresStore : public ::testing::Test {
 protected:
  std::string ask(const std::string& sql) { return server_.ask(sql, "baton_default"); }
  std::unique_ptr<BlockingStore> open(std::shared_ptr<const Clock> clock = nullptr) {
    auto store = open_store(server_.url(), {.clock = std::move(clock)});
    if (!store) throw std::runtime_error(store.error().detail);
    return std::make_unique<BlockingStore>(*std::move(store));
  }

  PostgresProcess server_;
};

TEST_F(PostgresStore, without_its_queue_builds_it_from_the_tasks) {
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

TEST_F(PostgresStore, by_another_program_gets_the_functions_of_this_one) {
  auto store = open();
  store->store().port()->close();
  ask("DROP FUNCTION counters; CREATE FUNCTION counters() RETURNS integer LANGUAGE sql AS 'SELECT 1';"
      "UPDATE migrations SET checksum = 'other' WHERE number = 0");
  store = open();
  EXPECT_EQ(must(*store, Health{}).last, Position{});
  store->store().port()->close();
}

TEST_F(PostgresStore, works_where_the_role_has_another_isolation) {
  ask("ALTER ROLE baton SET default_transaction_isolation = 'repeatable read'");
  auto store = open();
  must(*store, PutThread{.thread = ThreadId::of("t")});
  store->store().port()->close();
}

TEST_F(PostgresStore, refuses_a_verb_in_another_isolation) {
  open()->store().port()->close();
  for (const char* call : {"BEGIN ISOLATION LEVEL REPEATABLE READ;"
                           "SELECT * FROM change_all(ARRAY['health'], ARRAY['{}'], ARRAY[''], ARRAY[''])",
                           "BEGIN ISOLATION LEVEL REPEATABLE READ;"
                           "SELECT * FROM look_all(ARRAY['health'], ARRAY['{}'], ARRAY[''], ARRAY[''])"}) {
    EXPECT_THAT([&] { ask(call); },
                testing::ThrowsMessage<std::runtime_error>(testing::HasSubstr("must be read committed")))
        << call;
  }
}

TEST_F(PostgresStore, takes_a_missing_proof_for_a_death_only_if_it_was_held_since_the_server_started) {
  const auto clock = std::make_shared<ManualClock>();
  auto store = open(clock);
  const auto session = SessionId::of("worker");
  must(*store, BeatSession{.session = session, .ttl = std::chrono::minutes{10}});
  const TryLock held{.name = LockName::of("l"), .owner = LockOwner::of("worker"), .session = session};
  ASSERT_TRUE(must(*store, TryLock(held)).won);
  const auto is_won_by_another = [&] {
    const TryLock wanted{.name = held.name, .owner = LockOwner::of("other")};
    if (must(*store, TryLock(wanted)).won) return true;
    clock->advance(600ms);
    return must(*store, TryLock(wanted)).won;
  };
  // Nobody holds this proof. Last seen before the server started, its owner may be about to come back.
  ask("UPDATE sessions SET proof = 4711, proven_at = 1");
  EXPECT_FALSE(is_won_by_another());
  ask("UPDATE sessions SET proof = 4711, proven_at = 9000000000000000");
  EXPECT_TRUE(is_won_by_another());
  store->store().port()->close();
}

TEST_F(PostgresStore, forgets_the_lines_of_lanes_that_are_forgotten) {
  auto store = open();
  ask("INSERT INTO lanes SELECT 'ghost-' || n FROM generate_series(1, 1024) n;"
      "INSERT INTO lines SELECT 'ghost-' || n, 500, 0, 0, false FROM generate_series(1, 1024) n");
  const NewTask task{.id = TaskId::parse("01890a5d-ac96-774b-bcce-b302099a8057").value(),
                     .kind = KindName::of("build")};
  must(*store, Submit{.tasks = {task}});
  EXPECT_EQ(ask("SELECT string_agg(lane, ' ') FROM lanes"), "build");
  EXPECT_EQ(ask("SELECT string_agg(lane, ' ') FROM lines"), "build");
  store->store().port()->close();
}

TEST_F(PostgresStore, once_closed_answers_and_does_not_fall) {
  auto store = open();
  store->store().port()->close();
  const GetResult what{.task = TaskId::parse("01890a5d-ac96-774b-bcce-b302099a8057").value(), .attempt = Attempt{1}};
  EXPECT_FALSE(store->await_result(what, 50ms));
  EXPECT_FALSE(store->call(BeatSession{.session = SessionId::of("s")}));
}

}  // namespace
}  // namespace baton::test
