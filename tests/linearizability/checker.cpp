#include "linearizability/checker.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "linearizability/agent_rules.hpp"
#include "linearizability/claim_rules.hpp"
#include "linearizability/lock_rules.hpp"
#include "linearizability/record_rules.hpp"

/// The judge is judged: histories that no atomic store can have told are refused, and all others are not.
namespace baton::test {
namespace {

using ::testing::HasSubstr;

template <class Rules>
Operation<Rules> answered(Moment began, Moment ended, typename Rules::Call call, typename Rules::Answer answer) {
  return {.call = std::move(call), .answer = std::move(answer), .began = began, .ended = ended};
}
template <class Rules>
Operation<Rules> unanswered(Moment began, typename Rules::Call call) {
  return {.call = std::move(call), .began = began};
}

#define EXPECT_ORDERED(rules, ...) EXPECT_EQ(check<rules>({__VA_ARGS__}).ruling, Ruling::linearizable)
#define EXPECT_DISORDERED(rules, ...) EXPECT_EQ(check<rules>({__VA_ARGS__}).ruling, Ruling::contradiction)

// Locks.

LockRules::Call take(const std::string& owner) { return {.kind = LockRules::Kind::take, .owner = owner}; }
LockRules::Call free_it(const std::string& owner, std::uint64_t token) {
  return {.kind = LockRules::Kind::free, .owner = owner, .token = token};
}
LockRules::Call renew_it(const std::string& owner, std::uint64_t token) {
  return {.kind = LockRules::Kind::renew, .owner = owner, .token = token};
}
const LockRules::Call look_at{.kind = LockRules::Kind::look};
LockRules::Answer has(bool yes, const std::string& owner, std::uint64_t token) {
  return {.yes = yes, .owner = owner, .token = token};
}
const LockRules::Answer yes{.yes = true};
const LockRules::Answer nobody{};
const LockRules::Answer refused{.refused = true};

auto lock_call(Moment began, Moment ended, LockRules::Call call, LockRules::Answer answer) {
  return answered<LockRules>(began, ended, std::move(call), std::move(answer));
}

TEST(LockHistory, of_one_after_the_other_is_in_order) {
  EXPECT_ORDERED(LockRules, lock_call(1, 2, take("a"), has(true, "a", 1)),
                 lock_call(3, 4, take("b"), has(false, "a", 1)), lock_call(5, 6, renew_it("a", 1), yes),
                 lock_call(7, 8, free_it("a", 1), yes), lock_call(9, 10, look_at, nobody),
                 lock_call(11, 12, take("b"), has(true, "b", 4)), lock_call(13, 14, free_it("a", 1), refused));
}

TEST(LockHistory, of_calls_at_once_may_be_in_either_order) {
  EXPECT_ORDERED(LockRules, lock_call(1, 9, take("a"), has(false, "b", 1)),
                 lock_call(2, 8, take("b"), has(true, "b", 1)));
}

TEST(LockHistory, with_two_winners_has_no_order) {
  EXPECT_DISORDERED(LockRules, lock_call(1, 5, take("a"), has(true, "a", 1)),
                    lock_call(2, 6, take("b"), has(true, "b", 2)));
}

TEST(LockHistory, with_a_loser_of_a_free_lock_has_no_order) {
  EXPECT_DISORDERED(LockRules, lock_call(1, 2, take("a"), has(true, "a", 1)), lock_call(3, 4, free_it("a", 1), yes),
                    lock_call(5, 6, take("b"), has(false, "a", 1)));
}

TEST(LockHistory, with_a_lock_freed_by_a_stranger_has_no_order) {
  EXPECT_DISORDERED(LockRules, lock_call(1, 2, take("a"), has(true, "a", 1)), lock_call(3, 4, free_it("b", 1), yes));
  EXPECT_DISORDERED(LockRules, lock_call(1, 2, take("a"), has(true, "a", 1)), lock_call(3, 4, free_it("a", 7), yes));
}

TEST(LockHistory, with_a_token_that_does_not_grow_has_no_order) {
  EXPECT_DISORDERED(LockRules, lock_call(1, 2, take("a"), has(true, "a", 5)), lock_call(3, 4, free_it("a", 5), yes),
                    lock_call(5, 6, take("b"), has(true, "b", 5)));
}

TEST(LockHistory, with_a_look_at_the_past_has_no_order) {
  EXPECT_DISORDERED(LockRules, lock_call(1, 2, take("a"), has(true, "a", 1)), lock_call(3, 4, look_at, nobody));
}

TEST(LockHistory, may_show_later_what_nobody_was_told) {
  EXPECT_ORDERED(LockRules, unanswered<LockRules>(1, take("a")), lock_call(3, 4, take("b"), has(false, "a", 9)),
                 lock_call(5, 6, look_at, has(true, "a", 9)));
  EXPECT_ORDERED(LockRules, unanswered<LockRules>(1, take("a")), lock_call(3, 4, take("b"), has(true, "b", 9)),
                 lock_call(5, 6, free_it("b", 9), yes), lock_call(7, 8, take("c"), has(false, "a", 12)));
  EXPECT_ORDERED(LockRules, unanswered<LockRules>(1, take("a")), lock_call(3, 4, look_at, nobody));
}

TEST(LockHistory, does_not_show_twice_what_was_asked_once) {
  EXPECT_DISORDERED(LockRules, unanswered<LockRules>(1, take("a")), lock_call(3, 4, look_at, has(true, "a", 2)),
                    lock_call(5, 6, free_it("a", 2), yes), lock_call(7, 8, look_at, has(true, "a", 4)));
}

TEST(LockHistory, does_not_show_what_was_asked_later) {
  EXPECT_DISORDERED(LockRules, lock_call(1, 2, look_at, has(true, "a", 2)), unanswered<LockRules>(3, take("a")));
}

// Compare-and-set.

RecordRules::Call write_over(std::uint64_t version, const std::string& body) {
  return {.body = body, .expected = version};
}
RecordRules::Answer holds(std::uint64_t version, const std::string& body) { return {.version = version, .body = body}; }
RecordRules::Answer in_the_way(std::uint64_t version) { return {.refused = true, .version = version}; }
auto record_call(Moment began, Moment ended, RecordRules::Call call, RecordRules::Answer answer) {
  return answered<RecordRules>(began, ended, std::move(call), std::move(answer));
}

TEST(RecordHistory, in_which_one_of_two_wins_is_in_order) {
  EXPECT_ORDERED(RecordRules, record_call(1, 5, write_over(0, "x"), holds(1, "x")),
                 record_call(2, 6, write_over(0, "y"), in_the_way(1)), record_call(7, 8, {}, holds(1, "x")),
                 record_call(9, 10, write_over(0, "x"), holds(1, "x")));
}

TEST(RecordHistory, in_which_both_win_has_no_order) {
  EXPECT_DISORDERED(RecordRules, record_call(1, 5, write_over(0, "x"), holds(1, "x")),
                    record_call(2, 6, write_over(0, "y"), holds(1, "y")));
}

TEST(RecordHistory, with_a_lost_write_has_no_order) {
  EXPECT_DISORDERED(RecordRules, record_call(1, 2, write_over(0, "x"), holds(1, "x")),
                    record_call(3, 4, write_over(1, "y"), holds(2, "y")), record_call(5, 6, {}, holds(1, "x")));
}

TEST(RecordHistory, with_a_refusal_for_no_reason_has_no_order) {
  EXPECT_DISORDERED(RecordRules, record_call(1, 2, write_over(0, "x"), in_the_way(0)));
}

TEST(RecordHistory, with_reads_that_go_back_in_time_has_no_order) {
  EXPECT_DISORDERED(RecordRules, record_call(1, 9, {.body = "x"}, holds(1, "x")), record_call(2, 3, {}, holds(1, "x")),
                    record_call(4, 5, {}, {.refused = true}));
}

TEST(RecordHistory, may_have_kept_a_write_that_nobody_was_told_of) {
  EXPECT_ORDERED(RecordRules, unanswered<RecordRules>(1, write_over(0, "x")), record_call(2, 3, {}, {.refused = true}),
                 record_call(4, 5, {}, holds(1, "x")));
}

// The state of an agent.

TEST(AgentHistory, with_one_event_twice_has_no_order) {
  const AgentRules::Call drain{.expected = AgentState::idle, .event = AgentEvent::drain};
  const AgentRules::Answer draining{.state = AgentState::draining};
  const AgentRules::Answer late{.conflict = true, .state = AgentState::draining};
  EXPECT_ORDERED(AgentRules, answered<AgentRules>(1, 4, drain, draining), answered<AgentRules>(2, 3, drain, late));
  EXPECT_DISORDERED(AgentRules, answered<AgentRules>(1, 4, drain, draining),
                    answered<AgentRules>(2, 3, drain, draining));
}

// Claims.

ClaimRules::Call put_task(ClaimRules::Number task, ClaimRules::Number priority = 500) {
  return {.kind = ClaimRules::Kind::submit, .task = task, .priority = priority};
}
ClaimRules::Call claim_by(ClaimRules::Number agent, ClaimRules::Number claim) {
  return {.kind = ClaimRules::Kind::claim, .agent = agent, .claim = claim};
}
ClaimRules::Call settle_by(ClaimRules::Number agent, ClaimRules::Number task, ClaimRules::Number attempt,
                           ClaimRules::Kind kind = ClaimRules::Kind::complete) {
  return {.kind = kind, .agent = agent, .task = task, .attempt = attempt};
}
const ClaimRules::Answer done{};
const ClaimRules::Answer too_late{.refused = true};
ClaimRules::Answer gets(ClaimRules::Number task, ClaimRules::Number attempt) {
  return {.task = task, .attempt = attempt};
}
auto claim_call(Moment began, Moment ended, ClaimRules::Call call, ClaimRules::Answer answer) {
  return answered<ClaimRules>(began, ended, call, answer);
}

TEST(ClaimHistory, by_urgency_then_age_is_in_order) {
  EXPECT_ORDERED(ClaimRules, claim_call(1, 2, put_task(1), done), claim_call(3, 4, put_task(2, 1), done),
                 claim_call(5, 6, claim_by(1, 1), gets(2, 1)), claim_call(7, 8, claim_by(2, 2), gets(1, 1)),
                 claim_call(9, 10, claim_by(3, 3), done),
                 claim_call(11, 12, settle_by(2, 1, 1, ClaimRules::Kind::release), done),
                 claim_call(13, 14, claim_by(3, 4), gets(1, 2)), claim_call(15, 16, settle_by(2, 1, 1), too_late));
}

TEST(ClaimHistory, in_which_places_are_not_those_of_the_submits_has_no_order) {
  const auto placed = [](ClaimRules::Number task, ClaimRules::Number rank) {
    ClaimRules::Call call = put_task(task);
    call.rank = rank;
    return call;
  };
  EXPECT_ORDERED(ClaimRules, claim_call(1, 4, placed(1, 2), done), claim_call(2, 3, placed(2, 1), done));
  EXPECT_DISORDERED(ClaimRules, claim_call(1, 2, placed(1, 2), done), claim_call(3, 4, placed(2, 1), done));
}

TEST(ClaimHistory, in_which_two_get_one_task_has_no_order) {
  EXPECT_DISORDERED(ClaimRules, claim_call(1, 2, put_task(1), done), claim_call(3, 6, claim_by(1, 1), gets(1, 1)),
                    claim_call(4, 7, claim_by(2, 2), gets(1, 1)));
}

TEST(ClaimHistory, in_which_an_acknowledged_task_is_not_found_has_no_order) {
  EXPECT_DISORDERED(ClaimRules, claim_call(1, 2, put_task(1), done), claim_call(3, 4, claim_by(1, 1), done));
}

TEST(ClaimHistory, in_which_the_younger_goes_first_has_no_order) {
  EXPECT_DISORDERED(ClaimRules, claim_call(1, 2, put_task(1), done), claim_call(3, 4, put_task(2), done),
                    claim_call(5, 6, claim_by(1, 1), gets(2, 1)));
}

TEST(ClaimHistory, in_which_a_zombie_settles_has_no_order) {
  EXPECT_DISORDERED(ClaimRules, claim_call(1, 2, put_task(1), done), claim_call(3, 4, claim_by(1, 1), gets(1, 1)),
                    claim_call(5, 6, settle_by(1, 1, 1, ClaimRules::Kind::release), done),
                    claim_call(7, 8, claim_by(2, 2), gets(1, 2)), claim_call(9, 10, settle_by(1, 1, 1), done));
}

TEST(ClaimHistory, in_which_a_completed_task_comes_again_has_no_order) {
  EXPECT_DISORDERED(ClaimRules, claim_call(1, 2, put_task(1), done), claim_call(3, 4, claim_by(1, 1), gets(1, 1)),
                    claim_call(5, 6, settle_by(1, 1, 1), done), claim_call(7, 8, claim_by(2, 2), gets(1, 2)));
}

TEST(ClaimHistory, in_which_a_claim_without_an_answer_took_the_task_is_in_order) {
  EXPECT_ORDERED(ClaimRules, claim_call(1, 2, put_task(1), done), unanswered<ClaimRules>(3, claim_by(1, 1)),
                 claim_call(4, 5, claim_by(2, 2), done), claim_call(6, 7, claim_by(1, 1), gets(1, 1)));
}

// The search itself.

TEST(Checker, says_how_far_it_got) {
  const auto verdict =
      check<LockRules>({lock_call(1, 2, take("a"), has(true, "a", 1)), lock_call(3, 4, look_at, nobody)});
  EXPECT_THAT(verdict.why, HasSubstr("take by a: yes"));
  EXPECT_THAT(verdict.why, HasSubstr("could have been next:\n  3-4 look: no"));
}

TEST(Checker, says_when_it_gives_up) {
  std::vector<Operation<RecordRules>> history;
  for (Moment i = 0; i < 20; ++i) history.push_back(unanswered<RecordRules>(i, {.body = std::to_string(i)}));
  history.push_back(record_call(30, 31, {}, holds(21, "?")));
  EXPECT_EQ(check<RecordRules>(history, 1000).ruling, Ruling::undecided);
}

TEST(Checker, needs_no_more_states_than_calls_where_they_come_one_by_one) {
  std::vector<Operation<LockRules>> history;
  for (Moment i = 0; i < 500; ++i) {
    history.push_back(lock_call(4 * i + 1, 4 * i + 2, take("a"), has(true, "a", i + 1)));
    history.push_back(lock_call(4 * i + 3, 4 * i + 4, free_it("a", i + 1), yes));
  }
  const Verdict verdict = check<LockRules>(history);
  EXPECT_EQ(verdict.ruling, Ruling::linearizable);
  EXPECT_EQ(verdict.examined, history.size());
}

}  // namespace
}  // namespace baton::test
