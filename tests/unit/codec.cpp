#include "core/codec.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/random_values.hpp"

namespace baton::codec_test {

// How many members an aggregate has: the most initialisers it takes. A table that misses one does not compile here.
struct Anything {
  template <class T>
  operator T() const;  // NOLINT(google-explicit-constructor): it stands in for a value of any type
};
template <class T, class... Filled>
constexpr std::size_t members() {
  if constexpr (requires { T{Filled{}..., Anything{}}; }) {
    return members<T, Filled..., Anything>();
  } else {
    return sizeof...(Filled);
  }
}

namespace {

using test::RandomValues;

template <class T>
void expect_round_trips() {
  static_assert(std::tuple_size_v<decltype(Fields<T>::table)> == members<T>());
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    const T value = RandomValues(seed).make<T>();
    const Json json = encode(value);
    ASSERT_EQ(Json::parse(json.text()), json) << "not canonical, seed " << seed << ": " << json.text();
    const auto back = decode<T>(json);
    ASSERT_TRUE(back.has_value()) << back.error().detail << " in " << json.text();
    ASSERT_EQ(*back, value) << "seed " << seed << ": " << json.text();
  }
}

template <class... Ts>
void expect_all_round_trip(Verbs<Ts...>) {
  (expect_round_trips<Ts>(), ...);
}

TEST(Codec, gives_every_verb_back_as_it_was) { expect_all_round_trip(AllVerbs{}); }

TEST(Codec, gives_every_word_back_as_it_was) {
  expect_all_round_trip(Verbs<Fence, LockFence, Event, Agent, Orders, AgentPage, LastSettle, Task, NewTask, Submitted,
                              Grant, Heard, NextClaim, Settled, TaskPage, Line, LineRef, QueueReport, Waiting, LogPage,
                              Group, Delivery, Pending, GroupReport, DeadLetter, DeadLetterPage, Thread, Message,
                              ThreadPage, MessagePage, Lock, TryLockReply, LockPage, Session, SignalEntry, Correlation,
                              CorrelationPage, Record, RecordPage, SweepReport, HealthReport, ExportPage, Done>{});
}

TEST(Codec, verbs_can_be_recorded_and_replayed) {
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    const Verb verb(RandomValues(seed).make<Submit>());
    const Json body = encode(std::get<Submit>(verb));
    EXPECT_EQ(decode_verb("submit", body), verb);
  }
  const auto unknown = decode_verb("submitt", Json::trusted("{}"));
  ASSERT_FALSE(unknown.has_value());
  EXPECT_THAT(unknown.error().detail, testing::HasSubstr("submitt"));
}

template <class T>
std::string refusal(std::string_view text) {
  const auto value = decode<T>(*Json::parse(text));
  if (value) return "accepted";
  EXPECT_EQ(value.error().code, Errc::invalid);
  return value.error().detail;
}

TEST(Codec, keeps_payloads_digit_by_digit) {
  const auto verb = decode<Submit>(*Json::parse(R"({"tasks":[{"kind":"k","payload":{"n":[9007199254740993,1.0]}}]})"));
  ASSERT_TRUE(verb.has_value());
  EXPECT_EQ(verb->tasks[0].payload.text(), R"({"n":[9007199254740993,1.0]})");
}

TEST(Codec, members_that_are_not_there_keep_their_default) {
  const auto task = decode<NewTask>(*Json::parse(R"({"kind":"k"})"));
  ASSERT_TRUE(task.has_value());
  EXPECT_EQ(task->priority, 500u);
  EXPECT_EQ(task->max_attempts, 3u);
  EXPECT_TRUE(task->id.empty());
  EXPECT_FALSE(task->lane.has_value());
}

TEST(Codec, what_is_unset_is_left_out) {
  EXPECT_EQ(encode(GetAgent{}).text(), "{}");
  EXPECT_EQ(encode(Deregister{.agent = AgentId::of("a")}).text(), R"({"agent":"a"})");
  EXPECT_EQ(encode(ListTasks{}).text(), R"({"newest_first":false,"limit":100})");
}

TEST(Codec, null_unsets_what_has_a_default) {
  OpenCorrelation opening;
  opening.ttl.reset();
  const auto back = decode<OpenCorrelation>(encode(opening));
  ASSERT_TRUE(back.has_value());
  EXPECT_FALSE(back->ttl.has_value());
  EXPECT_TRUE(decode<OpenCorrelation>(Json::trusted("{}"))->ttl.has_value());
}

TEST(Codec, null_is_a_value_of_a_payload_and_none_of_anything_else) {
  const auto edit = decode<Edit>(*Json::parse(R"({"payload":null,"priority":null})"));
  ASSERT_TRUE(edit.has_value());
  EXPECT_EQ(edit->payload, Json());
  EXPECT_FALSE(edit->priority.has_value());
  EXPECT_EQ(refusal<Beat>(R"({"attempt":null})"), "$.attempt: expected an integer from 0 to 18446744073709551615");
}

TEST(Codec, durations_are_microseconds_and_times_rfc_3339) {
  const auto claim = decode<Claim>(*Json::parse(R"({"lease_us":1500000})"));
  ASSERT_TRUE(claim.has_value());
  EXPECT_EQ(claim->lease, std::chrono::milliseconds{1500});
  const auto task = decode<NewTask>(*Json::parse(R"({"run_at":"2026-11-15T12:24:57+02:00"})"));
  ASSERT_TRUE(task.has_value());
  EXPECT_EQ(to_text(*task->run_at), "2026-11-15T10:24:57.000000Z");
}

TEST(Codec, events_carry_the_names_of_the_log) {
  const Event event{
      .position = {7}, .at = {}, .type = EventType::task_created, .task = {}, .agent = AgentId::of("a"), .payload = {}};
  EXPECT_EQ(encode(event).text(), R"({"position":7,"at":"1970-01-01T00:00:00.000000Z","event_type":"task.created",)"
                                  R"("agent_id":"a","payload":null})");
}

TEST(Codec, an_unknown_member_is_named_with_those_that_are_known) {
  EXPECT_EQ(refusal<GetTask>(R"({"tsk":1})"), "unknown member \"tsk\" at $; known: task");
  EXPECT_THAT(refusal<Submit>(R"({"tasks":[{},{"fence":1}]})"),
              testing::HasSubstr("\"fence\" at $.tasks[1]; known: id"));
  EXPECT_EQ(refusal<Health>(R"({"a":1})"), "unknown member \"a\" at $; known: none");
}

TEST(Codec, a_wrong_type_is_named_with_its_place) {
  EXPECT_EQ(refusal<Submit>("[]"), "$: expected an object");
  EXPECT_EQ(refusal<Submit>(R"({"tasks":{}})"), "$.tasks: expected an array");
  EXPECT_EQ(refusal<Submit>(R"({"tasks":[{},{},{},{"priority":"high"}]})"),
            "$.tasks[3].priority: expected an integer from 0 to 4294967295");
  EXPECT_EQ(refusal<Settle>(R"({"fence":{"agent":7}})"), "$.fence.agent: expected a string");
  EXPECT_EQ(refusal<Settle>(R"({"retry":"yes"})"), "$.retry: expected true or false");
  EXPECT_EQ(refusal<Settle>(R"({"kind":"done"})"), "$.kind: expected one of complete, fail, release, decline");
  EXPECT_EQ(refusal<Register>(R"({"ttl_us":"30s"})"), "$.ttl_us: expected an integer of microseconds");
}

TEST(Codec, integers_have_to_fit_and_to_be_whole) {
  for (const char* number : {"-1", "4294967296", "1.0", "1e3", "\"5\"", "true", "99999999999999999999999"}) {
    EXPECT_THAT(refusal<Peek>(std::string(R"({"limit":)") + number + "}"), testing::StartsWith("$.limit: expected"));
  }
  EXPECT_EQ(decode<Peek>(*Json::parse(R"({"limit":4294967295})"))->limit, 4294967295u);
  EXPECT_THAT(refusal<ReadLog>(R"({"after":18446744073709551616})"), testing::StartsWith("$.after: expected"));
}

TEST(Codec, ids_are_checked_where_they_are_read) {
  EXPECT_EQ(refusal<GetTask>(R"({"task":"7"})"),
            "$.task: not a valid task id: a UUID of 36 characters, 8-4-4-4-12 hex digits");
  EXPECT_THAT(refusal<GetAgent>(R"({"agent":""})"), testing::StartsWith("$.agent: not a valid agent id"));
  EXPECT_THAT(refusal<Register>(R"({"lanes":["a","b\u0007"]})"),
              testing::StartsWith("$.lanes[1]: not a valid lane name"));
  EXPECT_THAT(refusal<NewTask>(R"({"run_at":"tomorrow"})"), testing::StartsWith("$.run_at: not a valid time"));
}

TEST(Codec, damaged_text_is_refused_and_never_read_beyond_its_end) {
  const std::string text = encode(RandomValues(3).make<Submit>()).text();
  for (std::size_t size = 0; size < text.size(); ++size) {
    EXPECT_FALSE(decode<Submit>(Json::trusted(text.substr(0, size))).has_value()) << size;
  }
}

TEST(Describe, names_the_verb) {
  EXPECT_EQ(describe(Verb(Freeze{})), R"({"freeze":{"frozen":true}})");
  EXPECT_EQ(describe(Verb(GetAgent{AgentId::of("a")})), R"({"get_agent":{"agent":"a"}})");
}

TEST(Describe, prints_any_answer) {
  EXPECT_EQ(describe(Reply(Done{})), "{}");
  EXPECT_EQ(describe(Reply(true)), "true");
  EXPECT_EQ(describe(Reply(std::uint64_t{7})), "7");
  EXPECT_EQ(describe(Reply(std::optional<Grant>{})), "null");
  EXPECT_EQ(describe(Reply(std::vector<Submitted>{})), "[]");
  const Result<Reply> refused = conflict("1", "2", "another version");
  EXPECT_EQ(describe(refused),
            R"({"error":{"code":"conflict","detail":"another version","expected":"1","actual":"2"}})");
}

}  // namespace
}  // namespace baton::codec_test
