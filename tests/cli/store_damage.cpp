#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "cli/store_world.hpp"
#include "support/child.hpp"
#include "support/seed.hpp"

namespace baton::test {
namespace {

using ::testing::HasSubstr;

/// A statement that damages a file, and what a check says of it.
struct FileDamage {
  const char* name;
  const char* statement;
  const char* says;
};

void PrintTo(const FileDamage& damage, std::ostream* out) { *out << damage.name; }

class DamagedFile : public StoreCommandTest, public ::testing::WithParamInterface<FileDamage> {};

TEST_P(DamagedFile, is_found_and_named) {
  with_store(file("state.db"), [](BlockingStore& store) { settle_down(store); });
  const Ended before = check(file("state.db"));
  ASSERT_EQ(before.exit_code, 0) << before.out;
  ASSERT_TRUE(run_program({"sqlite3", path("state.db"), GetParam().statement}));
  const Ended after = check(file("state.db"));
  EXPECT_EQ(after.exit_code, 1);
  EXPECT_THAT(after.out, HasSubstr(GetParam().says));
}

INSTANTIATE_TEST_SUITE_P(
    Every, DamagedFile,
    ::testing::Values(
        FileDamage{"a_pending_task_not_queued", "DELETE FROM ready WHERE place = (SELECT min(place) FROM ready)",
                   "queue (index): it does not hold"},
        FileDamage{"a_task_queued_twice", "INSERT INTO ready SELECT 'other', priority, place, task FROM ready LIMIT 1",
                   " twice"},
        FileDamage{"a_running_task_queued",
                   "INSERT INTO ready SELECT lane, priority, place, id FROM tasks WHERE status = 3",
                   "which does not belong there"},
        FileDamage{"a_wrong_depth", "UPDATE lines SET depth = depth + 1", "lines (index): it says \"3\" of work 500"},
        FileDamage{"a_wrong_lane_count", "UPDATE lanes SET live = live + 1", "lanes (index): it says \"6\" of work"},
        FileDamage{"an_unknown_holder", "UPDATE tasks SET holder = 'ghost' WHERE status = 3",
                   "its holder ghost is unknown"},
        FileDamage{"a_holder_that_holds_nothing",
                   "UPDATE agents SET current_task = NULL, attempt = 0, state = 0 WHERE id = 'ann'",
                   "its holder ann does not hold it"},
        FileDamage{"a_task_in_two_hands",
                   "UPDATE agents SET state = 2, attempt = 1, current_task = (SELECT id FROM tasks WHERE status = 3)",
                   "two agents hold it: ann and bob"},
        FileDamage{"a_wrong_number_of_dependencies", "UPDATE tasks SET waiting_for = 5 WHERE status = 0",
                   "waits for 5 tasks, but has 1 open dependencies"},
        FileDamage{"a_lost_dependency", "DELETE FROM dependencies", "but has 0 open dependencies"},
        FileDamage{"a_hole_in_the_log", "DELETE FROM events WHERE position = 3", "the events between 2 and 4 are gone"},
        FileDamage{"a_log_beyond_its_counter", "UPDATE meta SET position = 1", "but the counter is at 1"},
        FileDamage{"a_seq_beyond_its_counter", "UPDATE meta SET seq = 1",
                   "the counter of tasks: it is at 1, but tasks go up to 6"},
        FileDamage{"a_wrong_count_of_deliveries", "UPDATE groups SET pending = pending + 1", "pending_counts (index)"},
        FileDamage{"a_delivery_beyond_the_cursor", "UPDATE groups SET cursor = 1", "is beyond the cursor 1"},
        FileDamage{"a_lost_message", "DELETE FROM messages WHERE number = 2", "message 3 stands where 2 should"},
        FileDamage{"an_end_without_a_time", "UPDATE tasks SET ended_at = NULL WHERE status = 4",
                   "it is completed and has no end time"},
        FileDamage{"a_lost_payload", "DELETE FROM task_bodies WHERE seq = 3", "has lost its body"},
        FileDamage{"a_token_never_issued", "UPDATE locks SET token = 99999 WHERE name = 'free'",
                   "its token 99999 was never issued"},
        FileDamage{"a_lock_of_no_session", "DELETE FROM sessions", "is bound to session s, which is unknown"},
        FileDamage{"signals_of_nothing", "DELETE FROM correlations",
                   "correlation joint: it is unknown and has signals"}),
    [](const auto& damage) { return std::string(damage.param.name); });

class StoreCheck : public StoreCommandTest {};

TEST_F(StoreCheck, finds_damaged_pages_and_leaves_them_alone) {
  add_tasks(file("state.db"), 1000);
  {
    std::fstream bytes(path("state.db"), std::ios::binary | std::ios::in | std::ios::out);
    bytes.seekp(4096 * 20);
    bytes << std::string(4096 * 3, '#');
  }
  const auto before = std::filesystem::last_write_time(path("state.db"));
  const Ended ended = check(file("state.db"));
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_THAT(ended.out, HasSubstr("damage  the file: "));
  EXPECT_EQ(std::filesystem::last_write_time(path("state.db")), before) << "it was salvaged";
}

TEST_F(StoreCheck, finds_nothing_after_random_histories) {
  const std::uint64_t seed = from_environment("BATON_SEED", std::random_device{}());
  std::cout << "BATON_SEED=" << seed << "\n";
  for (const Place& place : {file("state.db"), name_space(), schema()}) {
    live_through(place, seed, 3000);
    const Ended ended = check(place);
    EXPECT_EQ(ended.exit_code, 0) << ended.out;
    EXPECT_FALSE(is_frozen(place));
  }
}

TEST_F(StoreCheck, that_finds_a_wrong_index_is_mended_by_a_copy) {
  with_store(file("state.db"), [](BlockingStore& store) { settle_down(store); });
  ASSERT_TRUE(run_program({"sqlite3", path("state.db"),
                           "DELETE FROM ready; UPDATE lines SET depth = 9; UPDATE lanes SET live = 9;"
                           "UPDATE groups SET pending = 9; UPDATE deliveries SET last = 1"}));
  EXPECT_EQ(check(file("state.db")).exit_code, 1);
  EXPECT_EQ(baton(copy_command(file("state.db"), file("mended.db"))).exit_code, 0);
  const Ended mended = check(file("mended.db"));
  EXPECT_EQ(mended.exit_code, 0) << mended.out;
}

TEST_F(StoreCheck, says_what_is_wrong_and_what_to_do) {
  EXPECT_EQ(check(file("none.db")).exit_code, 3);
  EXPECT_EQ(check({.url = "memory:"}).exit_code, 2);
  const DaemonProcess daemon(folder_, {"serve", "--store", "sqlite:served.db"});
  const Ended served = check({.url = "sqlite:served.db"});
  EXPECT_EQ(served.exit_code, 1);
  EXPECT_THAT(served.out, HasSubstr("is in use by process"));
}

class DamagedSchema : public StoreCommandTest, public ::testing::WithParamInterface<FileDamage> {};

TEST_P(DamagedSchema, is_found_and_named) {
  const Place place = schema();
  with_store(place, [](BlockingStore& store) { settle_down(store); });
  const Ended before = check(place);
  ASSERT_EQ(before.exit_code, 0) << before.out;
  postgres_server().ask(GetParam().statement, "baton_" + place.name_space);
  const Ended after = check(place);
  EXPECT_EQ(after.exit_code, 1);
  EXPECT_THAT(after.out, HasSubstr(GetParam().says));
  EXPECT_FALSE(is_frozen(place));
}

INSTANTIATE_TEST_SUITE_P(
    Every, DamagedSchema,
    ::testing::Values(
        FileDamage{"a_pending_task_not_queued", "DELETE FROM ready WHERE place = (SELECT min(place) FROM ready)",
                   "queue (index): it does not hold"},
        FileDamage{"a_task_queued_twice", "INSERT INTO ready SELECT 'other', priority, place, task FROM ready LIMIT 1",
                   " twice"},
        FileDamage{"a_wrong_depth", "UPDATE lines SET depth = depth + 1", "lines (index): it says \"3\" of work 500"},
        FileDamage{"a_wrong_head", "UPDATE lines SET head = head + 1", "heads (index): it says \"500 4\" of work"},
        FileDamage{"an_unknown_holder", "UPDATE tasks SET holder = 'ghost' WHERE status = 'running'",
                   "its holder ghost is unknown"},
        FileDamage{"a_holder_that_holds_nothing",
                   "UPDATE agents SET current_task = NULL, attempt = 0, state = 'idle' WHERE id = 'ann'",
                   "its holder ann does not hold it"},
        FileDamage{"an_agent_that_never_dies", "DELETE FROM beats WHERE agent = 'ann'",
                   "agent_deadlines (index): it does not hold ann"},
        FileDamage{"a_wrong_number_of_dependencies", "UPDATE tasks SET waiting_for = 5 WHERE status = 'blocked'",
                   "waits for 5 tasks, but has 1 open dependencies"},
        FileDamage{"a_lost_dependency", "DELETE FROM dependencies", "but has 0 open dependencies"},
        FileDamage{"a_hole_in_the_log", "DELETE FROM events WHERE position = 3", "the events between 2 and 4 are gone"},
        FileDamage{"a_wrong_count_of_deliveries", "UPDATE groups SET pending = pending + 1", "pending_counts (index)"},
        FileDamage{"a_delivery_beyond_the_cursor", "UPDATE groups SET cursor = 1", "is beyond the cursor 1"},
        FileDamage{"a_lost_message", "DELETE FROM messages WHERE number = 2", "message 3 stands where 2 should"},
        FileDamage{"an_end_without_a_time", "UPDATE tasks SET ended_at = NULL WHERE status = 'completed'",
                   "it is completed and has no end time"},
        FileDamage{"a_lost_payload", "UPDATE tasks SET payload = NULL WHERE status = 'pending'", "its payload is gone"},
        FileDamage{"a_token_never_issued", "UPDATE locks SET token = 99999 WHERE name = 'free'",
                   "its token 99999 was never issued"}),
    [](const auto& damage) { return std::string(damage.param.name); });

/// A command that damages a namespace, made of what is in it, and what a check says of it.
struct KeyDamage {
  const char* name;
  std::vector<std::string> (*command)(const std::string& prefix, const SmallFleet& fleet);
  const char* says;
};

void PrintTo(const KeyDamage& damage, std::ostream* out) { *out << damage.name; }

using Words = std::vector<std::string>;
using Prefix = const std::string&;
using Fleet = const SmallFleet&;

class DamagedNamespace : public StoreCommandTest, public ::testing::WithParamInterface<KeyDamage> {};

TEST_P(DamagedNamespace, is_found_and_named) {
  const Place place = name_space();
  SmallFleet fleet;
  with_store(place, [&fleet](BlockingStore& store) { fleet = settle_down(store); });
  const Ended before = check(place);
  ASSERT_EQ(before.exit_code, 0) << before.out;
  redis_server().ask(GetParam().command("baton:{" + place.name_space + "}:", fleet));
  const Ended after = check(place);
  EXPECT_EQ(after.exit_code, 1);
  EXPECT_THAT(after.out, HasSubstr(GetParam().says));
  EXPECT_FALSE(is_frozen(place));
}

const KeyDamage key_damages[] = {
    {"a_pending_task_not_queued", [](Prefix p, Fleet f) { return Words{"ZREM", p + "task_queue:work", f.first.str()}; },
     "queue (index): it does not hold"},
    {"a_task_queued_twice", [](Prefix p, Fleet f) { return Words{"ZADD", p + "task_queue:other", "1", f.first.str()}; },
     " twice"},
    {"a_wrong_place_in_line",
     [](Prefix p, Fleet f) { return Words{"ZADD", p + "task_queue:work", "1", f.first.str()}; }, "of "},
    {"a_lost_head", [](Prefix p, Fleet) { return Words{"DEL", p + "heads"}; }, "heads (index): it does not hold work"},
    {"a_wrong_lane_count", [](Prefix p, Fleet) { return Words{"HINCRBY", p + "lane_live", "work", "3"}; },
     "lanes (index): it says \"8\" of work"},
    {"a_task_in_no_status", [](Prefix p, Fleet f) { return Words{"ZREM", p + "status:pending", f.first.str()}; },
     "status (index): it does not hold"},
    {"an_unknown_holder",
     [](Prefix p, Fleet f) { return Words{"HSET", p + "task:" + f.running.str(), "holder", "ghost"}; },
     "its holder ghost is unknown"},
    {"a_holder_that_holds_nothing",
     [](Prefix p, Fleet) { return Words{"HDEL", p + "agent:ann", "current_task", "attempt"}; },
     "its holder ann does not hold it"},
    {"a_wrong_number_of_dependencies",
     [](Prefix p, Fleet f) { return Words{"HSET", p + "task:" + f.blocked.str(), "waiting_for", "5"}; },
     "waits for 5 tasks, but has 1 open dependencies"},
    {"lost_dependants", [](Prefix p, Fleet f) { return Words{"DEL", p + "dependants:" + f.first.str()}; },
     "it is gone, and depended still names it"},
    {"a_hole_in_the_log", [](Prefix p, Fleet) { return Words{"XDEL", p + "tasks", "3-0"}; },
     "the events between 2 and 4 are gone"},
    {"a_log_beyond_its_counter", [](Prefix p, Fleet) { return Words{"HSET", p + "meta", "position", "1"}; },
     "but the counter is at 1"},
    {"a_delivery_that_never_returns", [](Prefix p, Fleet) { return Words{"DEL", p + "hidden:g"}; },
     "key hidden:g: it does not hold 1, which pending:g holds"},
    {"a_delivery_without_a_consumer", [](Prefix p, Fleet) { return Words{"DEL", p + "deliveries:g"}; },
     "the rows: they cannot be read after groups g"},
    {"a_lost_task", [](Prefix p, Fleet f) { return Words{"DEL", p + "task:" + f.second.str()}; },
     "it is gone, and tasks_by_seq still names it"},
    {"a_task_nobody_sees", [](Prefix p, Fleet f) { return Words{"ZREM", p + "tasks_by_seq", f.second.str()}; },
     "tasks_by_seq does not name it"},
    {"a_lost_payload", [](Prefix p, Fleet f) { return Words{"DEL", p + "payload:" + f.second.str()}; },
     "its payload is gone"},
    {"an_agent_that_never_dies", [](Prefix p, Fleet) { return Words{"ZREM", p + "agent_deadlines", "ann"}; },
     "agent_deadlines (index): it does not hold ann"},
    {"a_task_that_is_never_due", [](Prefix p, Fleet f) { return Words{"ZREM", p + "scheduled", f.scheduled.str()}; },
     "scheduled (index): it does not hold"},
    {"a_lock_its_session_forgot", [](Prefix p, Fleet) { return Words{"DEL", p + "session_locks:s"}; },
     "session_locks (index): it does not hold bound"},
    {"a_lost_message", [](Prefix p, Fleet) { return Words{"LPOP", p + "messages:talk"}; },
     "it counts 3 messages and has 2"},
    {"a_message_that_can_be_repeated", [](Prefix p, Fleet) { return Words{"DEL", p + "message_ids:talk"}; },
     "message_counts (index): it does not hold talk"},
    {"a_key_of_a_stranger", [](Prefix p, Fleet) { return Words{"SET", p + "notes", "mine"}; },
     "baton does not write such keys"},
    {"a_key_of_another_type", [](Prefix p, Fleet) { return Words{"SET", p + "agents", "mine"}; },
     "holds another type than baton stores there"},
};

INSTANTIATE_TEST_SUITE_P(Every, DamagedNamespace, ::testing::ValuesIn(key_damages),
                         [](const auto& damage) { return std::string(damage.param.name); });

}  // namespace
}  // namespace baton::test
