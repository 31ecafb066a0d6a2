#include "core/validate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "unit/valid_verbs.hpp"

namespace baton::validate_test {
namespace {

using namespace std::chrono_literals;
using test::valid;
using testing::HasSubstr;

/// Why a verb is refused; empty if it is not.
std::string refusal(const Verb& verb) {
  const auto outcome = validate(verb);
  if (outcome) return "";
  EXPECT_EQ(outcome.error().code, Errc::invalid);
  return outcome.error().detail;
}

/// A valid verb with one change.
template <class V, class Change>
std::string refusal_of(const Change& change) {
  V verb = valid<V>();
  change(verb);
  return refusal(verb);
}

template <class... Vs>
void expect_valid(Verbs<Vs...>) {
  const auto expect_one = [](const Verb& verb) { EXPECT_EQ(refusal(verb), "") << name_of(verb); };
  (expect_one(valid<Vs>()), ...);
}

TEST(Validate, takes_a_plain_form_of_every_verb) { expect_valid(AllVerbs{}); }

template <class V>
void expect_page_bounds() {
  for (const std::uint32_t limit : {1u, 1000u}) {
    EXPECT_EQ(refusal_of<V>([=](V& verb) { verb.limit = limit; }), "") << verb_name<V>;
  }
  for (const std::uint32_t limit : {0u, 1001u, UINT32_MAX}) {
    EXPECT_EQ(refusal_of<V>([=](V& verb) { verb.limit = limit; }),
              "limit is " + std::to_string(limit) + "; allowed: 1 to 1000")
        << verb_name<V>;
  }
}

template <class... Vs>
void expect_all_page_bounds(Verbs<Vs...>) {
  (
      [] {
        if constexpr (requires(Vs verb) { verb.limit; }) expect_page_bounds<Vs>();
      }(),
      ...);
}

TEST(Validate, pages_are_1_to_1000) { expect_all_page_bounds(AllVerbs{}); }

/// Empties each required id in turn, by the names on the wire.
template <class V>
void expect_required_ids() {
  const auto try_one = [](auto field) {
    V verb = valid<V>();
    auto& member = verb.*field.member;
    if constexpr (requires {
                    member.empty();
                    member.str();
                  }) {
      if (member.empty()) return;
      member = {};
      EXPECT_THAT(refusal(verb), HasSubstr(std::string(field.name) + " is missing")) << verb_name<V>;
    }
  };
  std::apply([&](auto... fields) { (try_one(fields), ...); }, Fields<V>::table);
}

template <class... Vs>
void expect_all_required_ids(Verbs<Vs...>) {
  (expect_required_ids<Vs>(), ...);
}

TEST(Validate, ids_have_to_be_there) { expect_all_required_ids(AllVerbs{}); }

/// Sets each optional id to an empty one, which is no id.
template <class V>
void expect_no_empty_optionals() {
  const auto try_one = [](auto field) {
    V verb = valid<V>();
    auto& member = verb.*field.member;
    if constexpr (requires {
                    member->empty();
                    member->str();
                  }) {
      member.emplace();
      EXPECT_THAT(refusal(verb), HasSubstr(std::string(field.name) + " is missing")) << verb_name<V>;
    }
  };
  std::apply([&](auto... fields) { (try_one(fields), ...); }, Fields<V>::table);
}

template <class... Vs>
void expect_no_empty_optionals_in(Verbs<Vs...>) {
  (expect_no_empty_optionals<Vs>(), ...);
}

TEST(Validate, optional_ids_are_not_empty_when_they_are_set) { expect_no_empty_optionals_in(AllVerbs{}); }

template <class V>
void expect_lock_fence_checked() {
  if constexpr (requires(V verb) { verb.fence->lock; }) {
    EXPECT_EQ(refusal_of<V>([](V& verb) { verb.fence = LockFence{LockName::of("l"), {1}}; }), "");
    EXPECT_THAT(refusal_of<V>([](V& verb) { verb.fence = LockFence{{}, {1}}; }), HasSubstr("fence.lock is missing"));
    EXPECT_THAT(refusal_of<V>([](V& verb) { verb.fence = LockFence{LockName::of("l"), {}}; }),
                HasSubstr("fence.token is 0"));
  }
}

template <class... Vs>
void expect_lock_fences_checked(Verbs<Vs...>) {
  (expect_lock_fence_checked<Vs>(), ...);
}

TEST(Validate, lock_fences_name_a_lock_and_a_token) { expect_lock_fences_checked(AllVerbs{}); }

template <class V>
void expect_fence_checked() {
  EXPECT_THAT(refusal_of<V>([](V& verb) { verb.fence.agent = {}; }), HasSubstr("fence.agent is missing"));
  EXPECT_THAT(refusal_of<V>([](V& verb) { verb.fence.incarnation = {}; }), HasSubstr("fence.incarnation is missing"));
  EXPECT_THAT(refusal_of<V>([](V& verb) { verb.fence.task = {}; }), HasSubstr("fence.task is missing"));
  EXPECT_THAT(refusal_of<V>([](V& verb) { verb.fence.attempt = {}; }), HasSubstr("fence.attempt is 0"));
}

TEST(Validate, task_fences_name_all_four) {
  expect_fence_checked<Progress>();
  expect_fence_checked<Settle>();
}

template <class V>
void expect_positive(Duration V::* member) {
  for (const Duration duration : {Duration{1}, Duration{limits::longest_duration}}) {
    EXPECT_EQ(refusal_of<V>([&](V& verb) { verb.*member = duration; }), "") << verb_name<V>;
  }
  for (const Duration duration : {Duration{0}, Duration{-1}, limits::longest_duration + 1us, Duration::max()}) {
    EXPECT_THAT(refusal_of<V>([&](V& verb) { verb.*member = duration; }),
                HasSubstr("; allowed: 1 to 316224000000000 microseconds"))
        << verb_name<V>;
  }
}

TEST(Validate, leases_and_lives_are_longer_than_nothing) {
  expect_positive(&Register::ttl);
  expect_positive(&Beat::ttl);
  expect_positive(&Claim::lease);
  expect_positive(&TryLock::ttl);
  expect_positive(&RenewLock::ttl);
  expect_positive(&PutGroup::visibility);
  expect_positive(&SetResult::ttl);
  expect_positive(&OpenCorrelation::timeout);
}

TEST(Validate, some_durations_may_be_zero_but_not_less) {
  EXPECT_EQ(refusal_of<BeatSession>([](auto& verb) { verb.ttl = 0s; }), "");
  EXPECT_EQ(refusal_of<PutRecord>([](auto& verb) { verb.ttl = 0s; }), "");
  EXPECT_EQ(refusal_of<Sweep>([](auto& verb) { verb.forget_tasks_after = 0s; }), "");
  EXPECT_THAT(refusal_of<BeatSession>([](auto& verb) { verb.ttl = -1us; }), HasSubstr("ttl_us is -1; allowed: 0 to"));
  EXPECT_THAT(refusal_of<PutRecord>([](auto& verb) { verb.ttl = -1us; }), HasSubstr("ttl_us is -1"));
  EXPECT_THAT(refusal_of<Advance>([](auto& verb) { verb.ttl = -1us; }), HasSubstr("ttl_us is -1"));
  EXPECT_THAT(refusal_of<Sweep>([](auto& verb) { verb.forget_tasks_after = -1us; }), HasSubstr("is -1"));
}

std::vector<Lane> lanes(std::size_t count) {
  std::vector<Lane> made;
  made.reserve(count);
  for (std::size_t i = 0; i < count; ++i) made.push_back(Lane::of("lane " + std::to_string(i)));
  return made;
}

TEST(Validate, an_agent_serves_1_to_64_lanes) {
  EXPECT_EQ(refusal_of<Register>([](auto& verb) { verb.lanes = lanes(64); }), "");
  EXPECT_EQ(refusal_of<Register>([](auto& verb) { verb.lanes = lanes(65); }), "lanes has 65 items; allowed: 1 to 64");
  EXPECT_EQ(refusal_of<Register>([](auto& verb) { verb.lanes = {}; }), "lanes has 0 items; allowed: 1 to 64");
}

TEST(Validate, the_lane_of_all_lanes_stands_alone) {
  EXPECT_EQ(refusal_of<Register>([](auto& verb) { verb.lanes = {Lane::of("*")}; }), "");
  EXPECT_THAT(refusal_of<Register>([](auto& verb) { verb.lanes = {Lane::of("a"), Lane::of("*")}; }),
              HasSubstr("has to be alone"));
  EXPECT_THAT(refusal_of<Register>([](auto& verb) { verb.lanes = {Lane::of("a"), Lane::of("a")}; }),
              HasSubstr("a twice"));
}

TEST(Validate, no_task_waits_in_the_lane_of_all_lanes) {
  const Lane every = Lane::of("*");
  EXPECT_THAT(refusal_of<Submit>([&](auto& verb) { verb.tasks[0].lane = every; }), HasSubstr("tasks[0].lane is *"));
  EXPECT_THAT(refusal_of<Submit>([&](auto& verb) { verb.tasks[0].kind = KindName::of("*"); }), HasSubstr("kind is *"));
  EXPECT_THAT(refusal_of<Edit>([&](auto& verb) { verb.lane = every; }), HasSubstr("lane is *"));
  EXPECT_THAT(refusal_of<Peek>([&](auto& verb) { verb.lane = every; }), HasSubstr("lane is *"));
  EXPECT_THAT(refusal_of<SetPaused>([&](auto& verb) { verb.lane = every; }), HasSubstr("lane is *"));
}

TEST(Validate, free_text_is_short_and_utf8) {
  EXPECT_EQ(refusal_of<Register>([](auto& verb) { verb.version = std::string(512, 'v'); }), "");
  EXPECT_EQ(refusal_of<Register>([](auto& verb) { verb.version = std::string(513, 'v'); }),
            "version has 513 bytes; allowed: 0 to 512");
  EXPECT_THAT(refusal_of<Cancel>([](auto& verb) { verb.reason = "\xFF"; }), HasSubstr("reason has to be UTF-8"));
  EXPECT_THAT(refusal_of<Cancel>([](auto& verb) { verb.reason = std::string(1, '\0'); }), HasSubstr("NUL"));
  EXPECT_THAT(refusal_of<OpenCorrelation>([](auto& verb) { verb.pattern = "\xFF"; }), HasSubstr("pattern"));
  EXPECT_THAT(refusal_of<Advance>([](auto& verb) { verb.step = std::string(513, 's'); }), HasSubstr("step has 513"));
}

TEST(Validate, a_beat_names_task_and_attempt_together) {
  EXPECT_EQ(refusal_of<Beat>([](auto& verb) {
              verb.task.reset();
              verb.attempt = {};
            }),
            "");
  EXPECT_THAT(refusal_of<Beat>([](auto& verb) {
                verb.task = TaskId::make();
                verb.attempt = {};
              }),
              HasSubstr("attempt is 0"));
  EXPECT_THAT(refusal_of<Beat>([](auto& verb) {
                verb.task.reset();
                verb.attempt = {1};
              }),
              HasSubstr("without a task"));
}

TEST(Validate, a_transition_is_one_of_five_events_on_an_arrow_of_the_machine) {
  for (std::size_t s = 0; s < agent_states; ++s) {
    for (std::size_t e = 0; e < agent_events; ++e) {
      const auto state = static_cast<AgentState>(s);
      const auto event = static_cast<AgentEvent>(e);
      const bool own = event == AgentEvent::work_started || event == AgentEvent::output_ready ||
                       event == AgentEvent::drain || event == AgentEvent::resume || event == AgentEvent::agent_failed;
      const std::string why = refusal_of<Transition>([&](auto& verb) {
        verb.expected = state;
        verb.event = event;
      });
      EXPECT_EQ(why.empty(), own && next(state, event).has_value()) << to_text(state) << " " << to_text(event);
    }
  }
}

TEST(Validate, a_refused_transition_names_the_arrow_and_the_allowed_ones) {
  EXPECT_EQ(refusal_of<Transition>([](auto& verb) {
              verb.expected = AgentState::working;
              verb.event = AgentEvent::resume;
            }),
            "there is no arrow resume from working; allowed from there: output_ready, drain, agent_failed");
  EXPECT_EQ(refusal_of<Transition>([](auto& verb) {
              verb.expected = AgentState::crashed;
              verb.event = AgentEvent::registered;
            }),
            "event registered belongs to another verb; allowed from crashed: none");
}

TEST(Validate, a_submit_has_1_to_1000_tasks) {
  const auto with = [](std::size_t count) {
    return refusal_of<Submit>([=](auto& verb) {
      verb.tasks.assign(count, verb.tasks[0]);
      for (auto& task : verb.tasks) task.id = TaskId::make();
    });
  };
  EXPECT_EQ(with(1000), "");
  EXPECT_EQ(with(0), "tasks has 0 items; allowed: 1 to 1000");
  EXPECT_EQ(with(1001), "tasks has 1001 items; allowed: 1 to 1000");
}

TEST(Validate, a_submit_names_the_task_that_is_wrong) {
  EXPECT_EQ(refusal_of<Submit>([](auto& verb) {
              verb.tasks.push_back(verb.tasks[0]);
              verb.tasks[1].id = TaskId::make();
              verb.tasks[1].priority = 1024;
            }),
            "tasks[1].priority is 1024; allowed: 0 to 1023");
  EXPECT_THAT(refusal_of<Submit>([](auto& verb) { verb.tasks[0].id = {}; }), HasSubstr("tasks[0].id is missing"));
  EXPECT_THAT(refusal_of<Submit>([](auto& verb) { verb.tasks[0].kind = {}; }), HasSubstr("tasks[0].kind is missing"));
}

TEST(Validate, a_submit_names_no_id_and_no_key_twice) {
  const auto twice = [](bool same_id) {
    return refusal_of<Submit>([=](auto& verb) {
      verb.tasks[0].idempotency_key = IdempotencyKey::of("k");
      verb.tasks.push_back(verb.tasks[0]);
      if (same_id) verb.tasks[1].idempotency_key.reset();
      if (!same_id) verb.tasks[1].id = TaskId::make();
    });
  };
  EXPECT_THAT(twice(true), HasSubstr("twice"));
  EXPECT_THAT(twice(false), HasSubstr("k twice"));
}

TEST(Validate, attempts_are_1_to_1000) {
  for (const std::uint32_t attempts : {1u, 1000u}) {
    EXPECT_EQ(refusal_of<Submit>([=](auto& verb) { verb.tasks[0].max_attempts = attempts; }), "");
    EXPECT_EQ(refusal_of<Edit>([=](auto& verb) { verb.max_attempts = attempts; }), "");
    EXPECT_EQ(refusal_of<PutGroup>([=](auto& verb) { verb.max_deliveries = attempts; }), "");
  }
  for (const std::uint32_t attempts : {0u, 1001u}) {
    EXPECT_THAT(refusal_of<Submit>([=](auto& verb) { verb.tasks[0].max_attempts = attempts; }), HasSubstr("1 to 1000"));
    EXPECT_THAT(refusal_of<Edit>([=](auto& verb) { verb.max_attempts = attempts; }), HasSubstr("1 to 1000"));
    EXPECT_THAT(refusal_of<PutGroup>([=](auto& verb) { verb.max_deliveries = attempts; }), HasSubstr("1 to 1000"));
  }
}

TEST(Validate, priorities_are_0_to_1023) {
  EXPECT_EQ(refusal_of<Edit>([](auto& verb) { verb.priority = 0; }), "");
  EXPECT_EQ(refusal_of<Edit>([](auto& verb) { verb.priority = 1023; }), "");
  EXPECT_EQ(refusal_of<Edit>([](auto& verb) { verb.priority = 1024; }), "priority is 1024; allowed: 0 to 1023");
  EXPECT_THAT(refusal_of<QueueStats>([](auto& verb) { verb.after = LineRef{Lane::of("l"), 1024}; }), HasSubstr("1023"));
}

TEST(Validate, a_task_waits_for_at_most_128_others) {
  const auto with = [](std::size_t count) {
    return refusal_of<Submit>([=](auto& verb) {
      for (std::size_t i = 0; i < count; ++i) verb.tasks[0].depends_on.push_back(TaskId::make());
    });
  };
  EXPECT_EQ(with(128), "");
  EXPECT_EQ(with(129), "tasks[0].depends_on has 129 items; allowed: 0 to 128");
}

TEST(Validate, a_task_waits_for_each_once_and_never_for_itself) {
  const TaskId other = TaskId::make();
  EXPECT_THAT(refusal_of<Submit>([&](auto& verb) { verb.tasks[0].depends_on = {other, other}; }), HasSubstr("twice"));
  EXPECT_THAT(refusal_of<Submit>([](auto& verb) { verb.tasks[0].depends_on = {verb.tasks[0].id}; }),
              HasSubstr("itself"));
  EXPECT_THAT(refusal_of<Submit>([](auto& verb) { verb.tasks[0].depends_on = {TaskId()}; }), HasSubstr("missing"));
}

TEST(Validate, a_traceparent_is_empty_or_of_the_w3c_form) {
  const auto with = [](std::string text) {
    return refusal_of<Submit>([=](auto& verb) { verb.tasks[0].traceparent = text; });
  };
  EXPECT_EQ(with(""), "");
  EXPECT_EQ(with("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"), "");
  for (const char* text : {"x", "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                           "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                           "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                           "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
                           "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-",
                           "00-4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7-01"}) {
    EXPECT_THAT(with(text), HasSubstr("W3C")) << text;
  }
}

TEST(Validate, times_can_be_written) {
  EXPECT_THAT(refusal_of<Submit>([](auto& verb) { verb.tasks[0].run_at = Time::max(); }),
              HasSubstr("run_at is outside"));
  EXPECT_THAT(refusal_of<Submit>([](auto& verb) { verb.tasks[0].deadline = Time::min(); }),
              HasSubstr("deadline is outside"));
  EXPECT_THAT(refusal_of<Edit>([](auto& verb) { verb.deadline = Time::max(); }), HasSubstr("deadline is outside"));
  EXPECT_THAT(refusal_of<ListTasks>([](auto& verb) { verb.created_from = Time::max(); }), HasSubstr("created_from"));
}

TEST(Validate, a_settle_that_claims_names_its_claim) {
  EXPECT_EQ(refusal_of<Settle>([](auto& verb) { verb.next = NextClaim{ClaimId::of("c")}; }), "");
  EXPECT_THAT(refusal_of<Settle>([](auto& verb) { verb.next = NextClaim{}; }), HasSubstr("next.claim_id is missing"));
  EXPECT_THAT(refusal_of<Settle>([](auto& verb) { verb.next = NextClaim{ClaimId::of("c"), 0s}; }),
              HasSubstr("next.lease_us is 0"));
}

TEST(Validate, an_edit_changes_something) {
  EXPECT_THAT(refusal_of<Edit>([](auto& verb) { verb = Edit{.task = verb.task}; }), HasSubstr("nothing to change"));
}

TEST(Validate, numbers_fit_into_every_store) {
  constexpr std::uint64_t largest = INT64_MAX;
  EXPECT_EQ(refusal_of<ReadLog>([](auto& verb) { verb.after = {largest}; }), "");
  EXPECT_THAT(refusal_of<ReadLog>([](auto& verb) { verb.after = {largest + 1}; }),
              HasSubstr("after is 9223372036854775808"));
  EXPECT_THAT(refusal_of<PutGroup>([](auto& verb) { verb.after = {largest + 1}; }), HasSubstr("after is"));
  EXPECT_THAT(refusal_of<Messages>([](auto& verb) { verb.after = largest + 1; }), HasSubstr("after is"));
  EXPECT_THAT(refusal_of<Sweep>([](auto& verb) { verb.max_events = largest + 1; }), HasSubstr("max_events is"));
  EXPECT_THAT(refusal_of<ListTasks>([](auto& verb) { verb.after = Seq{largest + 1}; }), HasSubstr("after is"));
}

TEST(Validate, numbers_that_name_something_are_not_zero) {
  EXPECT_THAT(refusal_of<RenewLock>([](auto& verb) { verb.token = {}; }), HasSubstr("token is 0"));
  EXPECT_THAT(refusal_of<ReleaseLock>([](auto& verb) { verb.token = {}; }), HasSubstr("token is 0"));
  EXPECT_THAT(refusal_of<SetResult>([](auto& verb) { verb.attempt = {}; }), HasSubstr("attempt is 0"));
  EXPECT_THAT(refusal_of<GetResult>([](auto& verb) { verb.attempt = {}; }), HasSubstr("attempt is 0"));
  EXPECT_THAT(refusal_of<Advance>([](auto& verb) { verb.version = {}; }), HasSubstr("version is 0"));
  EXPECT_THAT(refusal_of<Signal>([](auto& verb) { verb.version = 0; }), HasSubstr("version is 0"));
  EXPECT_THAT(refusal_of<Ack>([](auto& verb) { verb.positions = {Position{}}; }), HasSubstr("positions is 0"));
  EXPECT_EQ(refusal_of<PutRecord>([](auto& verb) { verb.expected = Version{}; }), "");
  EXPECT_EQ(refusal_of<Retry>([](auto& verb) { verb.attempt = Attempt{}; }), "");
}

TEST(Validate, lists_of_positions_and_rows_have_at_most_1000) {
  const std::vector<Position> many(1001, Position{1});
  EXPECT_EQ(refusal_of<Ack>([&](auto& verb) { verb.positions.assign(1000, Position{1}); }), "");
  EXPECT_EQ(refusal_of<Ack>([&](auto& verb) { verb.positions = many; }),
            "positions has 1001 items; allowed: 0 to 1000");
  EXPECT_THAT(refusal_of<Redrive>([&](auto& verb) { verb.positions = many; }), HasSubstr("1001"));
  EXPECT_THAT(refusal_of<Import>([](auto& verb) { verb.rows.assign(1001, "{}"); }), HasSubstr("rows has 1001"));
}

TEST(Validate, messages_are_read_in_one_direction) {
  EXPECT_THAT(refusal_of<Messages>([](auto& verb) {
                verb.after = 1;
                verb.before = 5;
              }),
              HasSubstr("both"));
}

TEST(Validate, a_lock_is_bound_to_one_thing_at_most) {
  EXPECT_THAT(refusal_of<TryLock>([](auto& verb) {
                verb.session = SessionId::of("s");
                verb.agent = AgentId::of("a");
              }),
              HasSubstr("both"));
}

std::vector<SignalName> signals(std::size_t count) {
  std::vector<SignalName> names;
  names.reserve(count);
  for (std::size_t i = 1; i <= count; ++i) names.push_back(SignalName::of(std::string(i, 'a')));
  return names;
}

TEST(Validate, a_correlation_expects_1_to_128_different_signals) {
  EXPECT_EQ(refusal_of<OpenCorrelation>([](auto& verb) { verb.expected = signals(128); }), "");
  EXPECT_THAT(refusal_of<OpenCorrelation>([](auto& verb) { verb.expected = {}; }), HasSubstr("expected has 0 items"));
  EXPECT_THAT(refusal_of<OpenCorrelation>([](auto& verb) {
                verb.expected = signals(128);
                verb.expected.push_back(SignalName::of("b"));
              }),
              HasSubstr("expected has 129 items"));
  EXPECT_THAT(refusal_of<OpenCorrelation>([](auto& verb) { verb.expected.push_back(verb.expected[0]); }),
              HasSubstr("twice"));
}

TEST(Validate, a_correlation_needs_no_more_agents_than_it_expects) {
  const auto with = [](std::uint32_t least) {
    return refusal_of<OpenCorrelation>([=](auto& verb) {
      verb.expected = signals(3);
      verb.min_agents = least;
    });
  };
  EXPECT_EQ(with(3), "");
  EXPECT_EQ(with(0), "min_agents is 0; allowed: 1 to 3");
  EXPECT_EQ(with(4), "min_agents is 4; allowed: 1 to 3");
}

TEST(Validate, an_orchestrator_cannot_claim_that_all_signals_are_in) {
  using enum CorrelationEvent;
  for (const auto event : {orchestrate, complete, CorrelationEvent::fail}) {
    EXPECT_EQ(refusal_of<Advance>([=](auto& verb) { verb.event = event; }), "");
  }
  for (const auto event : {all_in, timeout_enough, timeout_too_few}) {
    EXPECT_THAT(refusal_of<Advance>([=](auto& verb) { verb.event = event; }),
                HasSubstr("allowed: orchestrate, complete, fail"));
  }
}

}  // namespace
}  // namespace baton::validate_test
