#include <gtest/gtest.h>

#include <array>

#include "core/codec.hpp"
#include "support/backends.hpp"
#include "support/chance.hpp"
#include "support/postgres_backend.hpp"
#include "support/seed.hpp"
#include "support/store_fixture.hpp"

// Names and filters are data. Whatever they look like to SQL, the answers are those of the memory ledger.

namespace baton::test {
namespace {

constexpr std::array pieces{"'",
                            "\"",
                            ";",
                            "--",
                            "/*",
                            "*/",
                            "$1",
                            "$$",
                            "$q$",
                            "\\",
                            "\\'",
                            "%",
                            "_",
                            "{",
                            "}",
                            "(",
                            ")",
                            ",",
                            "NULL",
                            "baton_ns",
                            "tasks",
                            "' OR ''='",
                            "E'\\x'",
                            "::text",
                            "; DROP SCHEMA public CASCADE; --",
                            "\xC3\xA9",
                            "\xF0\x9F\xA7\xB5",
                            " ",
                            "[",
                            "]",
                            "|",
                            "~"};

std::string hostile(Chance& chance) {
  std::string text;
  for (std::uint64_t left = chance.between(1, 8); left > 0; --left) text += chance.pick(pieces);
  return "n" + text + "n";
}

std::vector<Verb> one_life(Chance& chance, std::uint64_t number) {
  const auto lane = Lane::of(hostile(chance));
  const auto kind = KindName::of(hostile(chance));
  const auto thread = ThreadId::of(hostile(chance));
  const auto lock = LockName::of(hostile(chance));
  const auto owner = LockOwner::of(hostile(chance));
  const auto key = RecordKey::of(hostile(chance));
  const auto agent = AgentId::of("agent-" + std::to_string(number));
  const Json json = Json::string(hostile(chance));
  std::array<std::uint8_t, 16> bytes{};
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(chance.below(256));
  const TaskId task(bytes);
  NewTask fresh{.id = task, .kind = kind, .lane = lane, .thread = thread, .payload = json};
  fresh.idempotency_key = IdempotencyKey::of(hostile(chance));
  fresh.metadata = json;
  return {Register{.agent = agent,
                   .incarnation = Incarnation::of("inc-" + std::to_string(number)),
                   .lanes = {lane},
                   .metadata = json},
          Submit{.tasks = {fresh}},
          Submit{.tasks = {fresh}},
          ListTasks{.lane = lane},
          ListTasks{.thread = thread, .kind = kind},
          ListTasks{.holder = agent},
          SetPaused{.lane = lane, .paused = true},
          QueueStats{},
          Peek{.lane = lane},
          SetPaused{.lane = lane, .paused = false},
          Edit{.task = task, .lane = Lane::of(hostile(chance)), .payload = json},
          Cancel{.task = task, .reason = hostile(chance)},
          GetTask{.task = task},
          PutThread{.thread = thread, .metadata = json},
          Append{.thread = thread,
                 .id = MessageId::of("m-" + std::to_string(number)),
                 .role = MessageRole::of("user"),
                 .body = json},
          Messages{.thread = thread},
          TryLock{.name = lock, .owner = owner},
          InspectLock{.name = lock},
          ListLocks{.after = LockName::of(hostile(chance))},
          PutRecord{.kind = RecordKind::of("audit"), .key = key, .body = json},
          ListRecords{.kind = RecordKind::of("audit"), .after = RecordKey::of(hostile(chance))},
          SetResult{.task = task, .attempt = Attempt{1}, .value = json},
          GetResult{.task = task, .attempt = Attempt{1}},
          PutGroup{.group = GroupName::of("group-" + std::to_string(number % 8)), .after = Position{}},
          ReadGroup{.group = GroupName::of("group-" + std::to_string(number % 8)),
                    .consumer = ConsumerName::of("consumer"),
                    .limit = 3},
          ReadLog{.agent = agent, .limit = 10}};
}

std::string answer(BlockingStore& store, const Verb& verb) {
  return std::visit([&store](const auto& request) { return describe(Result<Reply>(store.call(request))); }, verb);
}

TEST(PostgresNames, are_data_whatever_they_look_like_to_sql) {
  const std::uint64_t seed = drawn_seed();
  Chance chance(seed);
  const auto clock = std::make_shared<ManualClock>();
  OpenStore specification(backends().front(), clock);
  const Backend postgres{.name = "postgres", .open = open_postgres};
  OpenStore store(postgres, clock);
  for (std::uint64_t number = 0; number < 60; ++number) {
    for (const Verb& verb : one_life(chance, number)) {
      ASSERT_EQ(answer(*store, verb), answer(*specification, verb)) << describe(verb) << "\nBATON_SEED=" << seed;
    }
  }
  EXPECT_EQ(export_text(*store), export_text(*specification));
}

}  // namespace
}  // namespace baton::test
