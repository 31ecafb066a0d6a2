#include <gmock/gmock.h>

#include "baton/open.hpp"
#include "support/redis_process.hpp"
#include "support/requests.hpp"
#include "support/store_fixture.hpp"

/// What is particular to a store on Redis: what redis-cli shows, what others may do to its keys, what it says of its server.
namespace baton::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class RedisStore : public ::testing::Test {
 protected:
  static std::unique_ptr<BlockingStore> open(const RedisProcess& server, StoreOptions options = {}) {
    auto store = open_store(server.url(), std::move(options));
    if (!store) throw std::runtime_error(store.error().detail);
    return std::make_unique<BlockingStore>(*std::move(store));
  }

  static Error refusal(const std::string& url) {
    const auto store = open_store(url);
    return store ? Error{.detail = "opened"} : store.error();
  }

  /// As redis-cli prints it.
  static std::string ask(const RedisProcess& server, std::vector<std::string> command) {
    for (std::string& word : command) {
      if (word.starts_with(':')) word = "baton:{default}" + word;
    }
    return server.ask(command);
  }
};

TEST_F(RedisStore, shows_its_structures_to_redis_cli) {
  RedisProcess server;
  const auto store = open(server);
  must(*store, agent("a-1", {"work"}));
  must(*store, PutGroup{.group = GroupName::of("readers"), .after = Position{0}});
  const TaskId first = must(*store, submit("work")).front().id;
  const TaskId second = must(*store, submit("work")).front().id;
  EXPECT_EQ(ask(server, {"ZRANGE", ":task_queue:work", "0", "-1"}), first.str() + "\n" + second.str());
  must(*store, claim("a-1"));
  must(*store, ReadGroup{.group = GroupName::of("readers"), .consumer = ConsumerName::of("c"), .limit = 2});
  EXPECT_THAT(ask(server, {"HGETALL", ":agent:a-1"}),
              AllOf(HasSubstr("state\nworking"), HasSubstr("current_task\n" + first.str()), HasSubstr("deadline")));
  EXPECT_THAT(ask(server, {"HGETALL", ":task:" + first.str()}),
              AllOf(HasSubstr("status\nrunning"), HasSubstr("holder\na-1"), HasSubstr("attempt\n1")));
  EXPECT_THAT(ask(server, {"XRANGE", ":tasks", "-", "+"}),
              AllOf(HasSubstr("4-0\nat\n"), HasSubstr("event_type\ntask.assigned\ntask_id\n" + first.str())));
  EXPECT_THAT(ask(server, {"XINFO", "GROUPS", ":tasks"}),
              AllOf(HasSubstr("name\nreaders"), HasSubstr("pending\n2"), HasSubstr("last-delivered-id\n2-0")));
  EXPECT_EQ(ask(server, {"ZRANGE", ":task_queue:work", "0", "-1", "WITHSCORES"}), second.str() + "\n4398046511104002");
}

/// Two events and a group that was handed the first of them; reads on with the same request.
ReadGroup read_the_first_of_two(BlockingStore& store) {
  const ReadGroup read{.group = GroupName::of("readers"), .consumer = ConsumerName::of("c"), .limit = 1};
  must(store, PutGroup{.group = read.group, .after = Position{0}});
  must(store, submit("work"));
  must(store, submit("work"));
  EXPECT_EQ(must(store, read).front().event.position, Position{1});
  return read;
}

TEST_F(RedisStore, makes_a_lost_group_of_the_stream_again_where_it_was) {
  RedisProcess server;
  const auto store = open(server);
  const ReadGroup read = read_the_first_of_two(*store);
  EXPECT_EQ(ask(server, {"XGROUP", "DESTROY", ":tasks", "readers"}), "1");
  EXPECT_EQ(must(*store, read).front().event.position, Position{2});
  EXPECT_EQ(must(*store, Ack{.group = read.group, .positions = {Position{1}, Position{2}}}), 2U);
  EXPECT_EQ(ask(server, {"XGROUP", "SETID", ":tasks", "readers", "0"}), "OK");
  EXPECT_TRUE(must(*store, read).empty()) << "somebody moved the stream's group, not ours";
}

TEST_F(RedisStore, drops_and_counts_a_delivery_whose_event_somebody_deleted) {
  RedisProcess server;
  const auto clock = std::make_shared<ManualClock>();
  const auto store = open(server, {.clock = clock});
  const GroupName group = GroupName::of("readers");
  must(*store, PutGroup{.group = group, .after = Position{0}});
  must(*store, submit("work"));
  const ReadGroup read{.group = group, .consumer = ConsumerName::of("c")};
  EXPECT_EQ(must(*store, read).size(), 1U);
  EXPECT_EQ(ask(server, {"XDEL", ":tasks", "1-0"}), "1");
  clock->advance(1h);
  EXPECT_TRUE(must(*store, read).empty());
  const Group report = must(*store, InspectGroup{.group = group}).group;
  EXPECT_EQ(report.dropped, 1U);
  EXPECT_EQ(report.pending, 0U);
  EXPECT_THAT(ask(server, {"XINFO", "GROUPS", ":tasks"}), HasSubstr("pending\n0"));
}

TEST_F(RedisStore, goes_on_where_it_was_after_a_restart_of_the_server) {
  RedisProcess server;
  const auto store = open(server);
  const ReadGroup read = read_the_first_of_two(*store);
  must(*store, Ack{.group = read.group, .positions = {Position{1}}});
  server.stop();
  server.start();
  EXPECT_EQ(must(*store, read).front().event.position, Position{2});
}

LockToken lock_once(BlockingStore& store, const std::string& owner) {
  const auto tried = must(store, TryLock{.name = LockName::of("one"), .owner = LockOwner::of(owner)});
  EXPECT_TRUE(tried.won);
  return tried.lock.token;
}

TEST_F(RedisStore, issues_no_token_twice_when_a_restart_has_lost_everything) {
  RedisProcess server({.config = {"appendonly no"}});
  const auto store = open(server);
  const LockToken before = lock_once(*store, "a");
  server.kill();
  server.start();
  EXPECT_GT(lock_once(*store, "b"), before);
  EXPECT_GT(lock_once(*open(server, {.name_space = "other"}), "c").value, 1'000'000U) << "nothing is remembered there";
}

TEST_F(RedisStore, goes_on_behind_what_a_step_that_failed_half_way_left_in_the_log) {
  RedisProcess server;
  const auto store = open(server);
  must(*store, submit("work"));
  EXPECT_EQ(ask(server, {"XADD", ":tasks", "7-0", "at", "1", "event_type", "task.created", "payload", "{}"}), "7-0");
  must(*store, submit("work"));
  const LogPage page = must(*store, ReadLog{});
  EXPECT_EQ(page.last, Position{8});
  EXPECT_EQ(page.events.back().position, Position{8});
}

TEST_F(RedisStore, wakes_those_who_wait_for_what_another_process_writes) {
  RedisProcess server;
  const auto waiting = open(server);
  const auto writing = open(server);
  const TaskId task = new_task_id();
  std::thread writer([&] {
    must(*writing, submit("work"));
    must(*writing, SetResult{.task = task, .attempt = Attempt{1}, .value = json("42")});
  });
  EXPECT_EQ(waiting->wait(Position{0}, 10s), true);
  const auto result = waiting->await_result({.task = task, .attempt = Attempt{1}}, 10s);
  writer.join();
  ASSERT_TRUE(result && *result);
  EXPECT_EQ(**result, json("42"));
}

TEST_F(RedisStore, keeps_namespaces_apart) {
  RedisProcess server;
  const auto one = open(server, {.name_space = "one"});
  const auto other = open(server, {.name_space = "other"});
  must(*one, agent("a-1"));
  EXPECT_TRUE(one->call(GetAgent{.agent = agent_id("a-1")}).has_value());
  EXPECT_EQ(other->call(GetAgent{.agent = agent_id("a-1")}).error().code, Errc::not_found);
}

TEST_F(RedisStore, names_what_to_do_when_a_key_holds_another_type) {
  RedisProcess server;
  const auto store = open(server);
  ask(server, {"SET", ":agent:a-1", "not a hash"});
  const auto refused = store->call(GetAgent{.agent = agent_id("a-1")});
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, Errc::corrupt) << refused.error().detail;
  EXPECT_THAT(refused.error().detail, HasSubstr("type")) << refused.error().detail;
  ask(server, {"SET", "baton:{taken}:meta", "not a hash"});
  const auto taken = open_store(server.url(), {.name_space = "taken"});
  ASSERT_FALSE(taken.has_value());
  EXPECT_EQ(taken.error().code, Errc::corrupt) << taken.error().detail;
}

TEST_F(RedisStore, refuses_a_namespace_that_a_newer_program_wrote) {
  RedisProcess server;
  ask(server, {"HSET", ":meta", "format", "2"});
  const Error error = refusal(server.url());
  EXPECT_THAT(error.detail, HasSubstr("newer baton"));
  EXPECT_EQ(error.code, Errc::invalid) << error.detail;
}

TEST_F(RedisStore, says_what_is_wrong_with_the_server_and_what_to_do) {
  RedisProcess server({.password = "hunter2"});
  const std::string address = server.address();
  EXPECT_EQ(refusal("redis://" + address).code, Errc::unauthorized);
  EXPECT_EQ(refusal("redis://:wrong@" + address).code, Errc::unauthorized);
  EXPECT_EQ(refusal("redis://:hunter2@" + address + "/99").code, Errc::invalid);
  for (const std::string& url : {"redis://:wrong@" + address, "redis://:hunter2@" + address + "/99",
                                 "redis://:hunter2@127.0.0.1:" + std::to_string(free_port())}) {
    EXPECT_THAT(refusal(url).detail, AllOf(Not(HasSubstr("hunter2")), Not(HasSubstr("wrong@")))) << url;
  }
  EXPECT_THAT(refusal("redis://127.0.0.1:" + std::to_string(free_port())).detail, HasSubstr("127.0.0.1"));
}

std::string durability_of(std::vector<std::string> config) {
  RedisProcess server({.config = std::move(config)});
  auto store = open_store(server.url());
  BlockingStore blocking(*store);
  const HealthReport report = must(blocking, Health{});
  EXPECT_EQ(report.durable, report.durability == "full");
  return report.durability;
}

TEST_F(RedisStore, tells_how_durable_its_server_is) {
  EXPECT_EQ(durability_of({"appendonly yes", "appendfsync always"}), "full");
  EXPECT_THAT(durability_of({"appendonly yes", "appendfsync everysec"}),
              AllOf(HasSubstr("relaxed"), HasSubstr("set appendfsync always")));
  EXPECT_THAT(durability_of({"appendonly no"}), AllOf(HasSubstr("relaxed"), HasSubstr("set appendonly yes")));
  EXPECT_THAT(durability_of({"appendfsync always", "maxmemory-policy allkeys-lru"}),
              AllOf(HasSubstr("relaxed"), HasSubstr("set maxmemory-policy noeviction")));
  EXPECT_THAT(durability_of({"appendfsync always", "rename-command CONFIG \"\""}),
              AllOf(HasSubstr("relaxed"), HasSubstr("allow CONFIG GET")));
}

TEST_F(RedisStore, holds_a_fleet_of_100_agents_and_10000_tasks_in_less_than_100_megabytes) {
  RedisProcess server;
  const auto store = open(server);
  const auto used = [&server] {
    const std::string info = server.ask({"INFO", "memory"});
    return std::stoull(info.substr(info.find("used_memory:") + 12));
  };
  const std::uint64_t before = used();
  for (int i = 0; i < 100; ++i) must(*store, agent("agent-" + std::to_string(i), {"work"}));
  const std::uint64_t with_agents = used();
  for (int batch = 0; batch < 10; ++batch) {
    must(*store, submit(many(1000, [](int number) {
      NewTask made = task("work");
      made.payload = json(R"({"prompt":"summarise the page and list its sources","page":)" + std::to_string(number) +
                          R"(,"depth":2})");
      return made;
    })));
  }
  const std::uint64_t with_tasks = used();
  std::cout << (with_agents - before) / 100 << " bytes an agent, " << (with_tasks - with_agents) / 10'000
            << " bytes a pending task, its event among them\n";
  EXPECT_LT(with_tasks, 100'000'000U);
}

TEST_F(RedisStore, refuses_what_would_not_fit_and_changes_nothing) {
  RedisProcess server({.config = {"maxmemory 4mb", "maxmemory-policy noeviction"}});
  const auto store = open(server);
  NewTask large = task("work");
  large.payload = Json::string(std::string(500'000, 'x'));
  Errc refused = Errc::invalid;
  for (int i = 0; i < 20 && refused != Errc::unavailable; ++i) {
    large.id = new_task_id();
    const auto submitted = store->call(submit(large));
    if (!submitted) refused = submitted.error().code;
  }
  EXPECT_EQ(refused, Errc::unavailable);
  EXPECT_EQ(store->call(GetTask{.task = large.id}).error().code, Errc::not_found);
  must(*store, Health{});
}

}  // namespace
}  // namespace baton::test
