#include <set>

#include "support/store_fixture.hpp"

namespace baton::test {
namespace {

using enum EventType;

InspectLock inspect(std::string_view name) { return {.name = LockName::of(name)}; }

BeatSession beat_session(std::string_view id, Duration ttl = 10s) { return {.session = SessionId::of(id), .ttl = ttl}; }

TryLock in_session(std::string_view name, std::string_view session) {
  TryLock request = want_lock(name, "owner");
  request.session = SessionId::of(session);
  return request;
}

TryLock with_agent(std::string_view name, std::string_view agent) {
  TryLock request = want_lock(name, "owner");
  request.agent = agent_id(agent);
  return request;
}

STORE_TEST(Locks, a_free_lock_is_taken_and_its_token_is_the_position_of_its_event) {
  submitted_many(3);
  const TryLockReply reply = must(want_lock("repo", "me", 20s));
  EXPECT_TRUE(reply.won);
  EXPECT_EQ(reply.lock.name, LockName::of("repo"));
  EXPECT_EQ(reply.lock.owner, LockOwner::of("me"));
  EXPECT_EQ(reply.lock.acquired_at, clock.now());
  EXPECT_EQ(reply.lock.expires_at, clock.now() + 20s);
  EXPECT_EQ(reply.lock.token, LockToken{4});
  EXPECT_EQ(must(inspect("repo")), reply.lock);
  EXPECT_EQ(events().at(3).type, lock_acquired);
}

STORE_TEST(Locks, a_held_lock_is_not_taken_and_shows_who_is_in_the_way) {
  const Lock held = locked("repo", "me");
  const auto before = events();
  const TryLockReply reply = must(want_lock("repo", "you"));
  EXPECT_FALSE(reply.won);
  EXPECT_EQ(reply.lock, held);
  EXPECT_EQ(events(), before);
}

STORE_TEST(Locks, the_owner_who_tries_again_gets_the_lock_it_has_unchanged) {
  const Lock held = locked("repo", "me");
  clock.advance(10s);
  const TryLockReply reply = must(want_lock("repo", "me", 1h));
  EXPECT_TRUE(reply.won);
  EXPECT_EQ(reply.lock, held);
  EXPECT_EQ(count_of(lock_acquired), 1U);
}

STORE_TEST(Locks, ends_at_its_expiry_by_the_clock_whether_swept_or_not) {
  locked(want_lock("repo", "me", 10s));
  clock.advance(10s - 1us);
  EXPECT_FALSE(must(want_lock("repo", "you")).won);
  clock.advance(1us);
  EXPECT_FALSE(must(inspect("repo")));
  EXPECT_TRUE(must(ListLocks{}).items.empty());
  EXPECT_TRUE(must(want_lock("repo", "you")).won);
}

STORE_TEST(Locks, an_expired_lock_is_in_the_log_once_whoever_finds_it) {
  locked(want_lock("one", "me", 10s));
  locked(want_lock("two", "me", 10s));
  clock.advance(10s);
  must(want_lock("one", "you"));
  EXPECT_EQ(sweep().locks_expired, 1U);
  EXPECT_EQ(sweep().locks_expired, 0U);
  EXPECT_EQ(count_of(lock_expired), 2U);
  EXPECT_TRUE(must(inspect("one"))) << "the new holder's is not touched";
}

STORE_TEST(Locks, renewing_moves_the_expiry_and_is_no_event) {
  const Lock held = locked(want_lock("repo", "me", 10s));
  const auto before = events();
  clock.advance(5s);
  const Lock renewed = must(renew(held, 30s));
  EXPECT_EQ(renewed.expires_at, clock.now() + 30s);
  EXPECT_EQ(renewed.token, held.token);
  EXPECT_EQ(must(inspect("repo")), renewed);
  EXPECT_EQ(must(renew(held, 1s)).expires_at, clock.now() + 1s);
  EXPECT_EQ(events(), before);
}

STORE_TEST(Locks, renewing_what_one_does_not_hold_is_stale) {
  const Lock held = locked(want_lock("repo", "me", 10s));
  RenewLock wrong = renew(held, 30s);
  wrong.owner = LockOwner::of("you");
  EXPECT_REFUSED(stale_fence, wrong);
  wrong = renew(held, 30s);
  wrong.token = held.token.next();
  EXPECT_REFUSED(stale_fence, wrong);
  clock.advance(10s);
  EXPECT_REFUSED(stale_fence, renew(held, 30s));
  EXPECT_FALSE(must(inspect("repo")));
  RenewLock never{.name = LockName::of("never"), .owner = LockOwner::of("me"), .token = LockToken{1}};
  EXPECT_REFUSED(stale_fence, never);
}

STORE_TEST(Locks, releasing_frees_the_lock_once) {
  const Lock held = locked("repo", "me");
  EXPECT_TRUE(must(release(held)));
  EXPECT_FALSE(must(inspect("repo")));
  EXPECT_FALSE(must(release(held)));
  EXPECT_EQ(types(), (std::vector{lock_acquired, lock_released}));
  EXPECT_TRUE(must(want_lock("repo", "you")).won);
}

STORE_TEST(Locks, a_lock_of_somebody_else_is_not_freed) {
  const Lock first = locked(want_lock("repo", "me", 10s));
  clock.advance(10s);
  const Lock second = locked("repo", "you");
  EXPECT_REFUSED(stale_fence, release(first));
  ReleaseLock stolen = release(second);
  stolen.owner = LockOwner::of("me");
  EXPECT_REFUSED(stale_fence, stolen);
  EXPECT_EQ(must(inspect("repo")), second);
}

STORE_TEST(Locks, an_older_hold_of_the_same_owner_does_not_free_the_newer) {
  const Lock first = locked(want_lock("repo", "me", 10s));
  clock.advance(10s);
  const Lock second = locked("repo", "me");
  EXPECT_REFUSED(stale_fence, release(first));
  EXPECT_REFUSED(stale_fence, renew(first, 1h));
  EXPECT_EQ(must(inspect("repo")), second);
}

STORE_TEST(Locks, releasing_what_has_expired_says_false) {
  const Lock held = locked(want_lock("repo", "me", 10s));
  clock.advance(10s);
  EXPECT_FALSE(must(release(held)));
}

STORE_TEST(Locks, of_100_concurrent_tries_exactly_one_wins) {
  const auto answers = race(100, [&](int i) { return call(want_lock("repo", "o" + std::to_string(i))).value(); });
  EXPECT_EQ(std::ranges::count(answers, true, &TryLockReply::won), 1);
  for (const TryLockReply& reply : answers) EXPECT_EQ(reply.lock, answers[0].lock);
  EXPECT_EQ(count_of(lock_acquired), 1U);
}

STORE_TEST(Locks, tokens_grow_across_release_expiry_takeover_and_restart) {
  LockToken last{};
  const auto grows = [&](const Lock& lock) {
    EXPECT_GT(lock.token, last);
    last = lock.token;
  };
  Lock held = locked("repo", "me");
  grows(held);
  must(release(held));
  grows(locked(want_lock("repo", "me", 1s)));
  clock.advance(1s);
  grows(locked(want_lock("repo", "you", 1s)));
  clock.advance(1s);
  sweep_all();
  held = locked("repo", "me");
  grows(held);
  must(release(held));
  reopen();
  grows(locked("repo", "me"));
  grows(locked("another", "me"));
}

STORE_TEST(Locks, tokens_of_winners_grow_in_the_order_of_their_wins) {
  const auto answers = race(8, [&](int i) {
    std::vector<LockToken> tokens;
    for (int n = 0; n < 40; ++n) {
      const TryLockReply reply = call(want_lock("repo", "o" + std::to_string(i))).value();
      if (!reply.won) continue;
      tokens.push_back(reply.lock.token);
      call(release(reply.lock)).value();
    }
    return tokens;
  });
  std::set<LockToken> all;
  std::size_t wins = 0;
  for (const auto& tokens : answers) {
    EXPECT_TRUE(std::ranges::is_sorted(tokens));
    all.insert(tokens.begin(), tokens.end());
    wins += tokens.size();
  }
  EXPECT_GT(wins, 0U);
  EXPECT_EQ(all.size(), wins) << "no token twice";
  EXPECT_EQ(count_of(lock_acquired), wins);
  EXPECT_EQ(count_of(lock_released), wins);
}

STORE_TEST(Locks, a_lock_bound_to_a_session_ends_with_it) {
  must(beat_session("s1"));
  const Lock held = locked(in_session("repo", "s1"));
  EXPECT_EQ(held.session, SessionId::of("s1"));
  clock.advance(10s - 1us);
  EXPECT_TRUE(must(inspect("repo")));
  clock.advance(1us);
  EXPECT_FALSE(must(inspect("repo")));
  EXPECT_TRUE(must(want_lock("repo", "you")).won) << "long before its own expiry";
}

STORE_TEST(Locks, a_session_that_beats_keeps_its_locks) {
  EXPECT_EQ(must(beat_session("s1")).deadline, clock.now() + 10s);
  locked(in_session("repo", "s1"));
  const auto before = events();
  for (int i = 0; i < 5; ++i) {
    clock.advance(9s);
    EXPECT_EQ(must(beat_session("s1")).deadline, clock.now() + 10s);
  }
  EXPECT_TRUE(must(inspect("repo")));
  EXPECT_EQ(events(), before) << "a session's beat is no event";
}

STORE_TEST(Locks, ending_a_session_frees_its_locks_in_the_same_step) {
  must(beat_session("s1"));
  must(beat_session("s2"));
  locked(in_session("one", "s1"));
  locked(in_session("two", "s1"));
  locked(in_session("three", "s2"));
  const Position before = last_position();
  must(beat_session("s1", 0s));
  EXPECT_FALSE(must(inspect("one")));
  EXPECT_FALSE(must(inspect("two")));
  EXPECT_TRUE(must(inspect("three")));
  EXPECT_EQ(count_of(lock_released, before) + count_of(lock_expired, before), 2U);
  EXPECT_REFUSED(stale_fence, in_session("four", "s1"));
}

STORE_TEST(Locks, a_lapsed_session_that_beats_again_has_lost_its_locks) {
  must(beat_session("s1"));
  const Lock held = locked(in_session("repo", "s1"));
  clock.advance(11s);
  must(beat_session("s1"));
  EXPECT_FALSE(must(inspect("repo")));
  EXPECT_REFUSED(stale_fence, renew(held, 1h));
  EXPECT_TRUE(must(in_session("repo", "s1")).won);
}

STORE_TEST(Locks, sweep_ends_lapsed_sessions_and_frees_their_locks) {
  must(beat_session("s1"));
  locked(in_session("repo", "s1"));
  EXPECT_EQ(sweep().sessions_ended, 0U);
  clock.advance(10s);
  const SweepReport report = sweep();
  EXPECT_EQ(report.sessions_ended, 1U);
  EXPECT_EQ(count_of(lock_released) + count_of(lock_expired), 1U);
  EXPECT_EQ(sweep().sessions_ended, 0U);
  EXPECT_EQ(count_of(lock_released) + count_of(lock_expired), 1U);
}

STORE_TEST(Locks, a_session_binds_1000_locks_at_most_and_frees_them_in_one_step) {
  must(beat_session("s1", 1h));
  const auto won = race(8, [&](int thread) {
    int mine = 0;
    for (int i = 0; i < 125; ++i) {
      mine += call(in_session(std::to_string(thread) + "/" + std::to_string(i), "s1")).value().won ? 1 : 0;
    }
    return mine;
  });
  EXPECT_EQ(std::ranges::count(won, 125), 8);
  EXPECT_REFUSED(exhausted, in_session("one more", "s1"));
  EXPECT_TRUE(must(want_lock("one more", "me")).won) << "unbound it is free";
  const Position before = last_position();
  must(beat_session("s1", 0s));
  EXPECT_EQ(count_of(lock_expired, before) + count_of(lock_released, before), 1000U);
  EXPECT_EQ(must(ListLocks{.limit = 1000}).items.size(), 1U);
}

STORE_TEST(Locks, a_session_or_agent_that_is_not_live_binds_nothing) {
  EXPECT_REFUSED(stale_fence, in_session("repo", "never"));
  must(beat_session("s1"));
  clock.advance(10s);
  EXPECT_REFUSED(stale_fence, in_session("repo", "s1"));
  EXPECT_REFUSED(not_found, with_agent("repo", "nobody"));
  must(agent("a1"));
  crash("a1");
  EXPECT_REFUSED(not_found, with_agent("repo", "a1"));
  EXPECT_FALSE(must(inspect("repo")));
}

STORE_TEST(Locks, binding_to_both_is_invalid) {
  must(agent("a1"));
  must(beat_session("s1"));
  TryLock both = in_session("repo", "s1");
  both.agent = agent_id("a1");
  EXPECT_REFUSED(invalid, both);
}

STORE_TEST(Locks, a_lock_bound_to_an_agent_is_freed_when_sweep_crashes_it) {
  must(agent("a1"));
  EXPECT_EQ(locked(with_agent("repo", "a1")).agent, agent_id("a1"));
  clock.advance(30s);
  EXPECT_EQ(sweep().agents_crashed, 1U);
  EXPECT_FALSE(must(inspect("repo")));
  EXPECT_EQ(count_of(lock_released) + count_of(lock_expired), 1U);
}

STORE_TEST(Locks, a_released_lock_is_not_freed_again_with_its_agent) {
  must(agent("a1"));
  must(release(locked(with_agent("repo", "a1"))));
  const Lock second = locked("repo", "you");
  crash("a1");
  EXPECT_EQ(must(inspect("repo")), second);
}

STORE_TEST(Locks, live_locks_are_listed_by_name_in_pages) {
  for (const auto* name : {"c", "a", "B", "é"}) locked(name, "me");
  locked(want_lock("b", "me", 1s));
  clock.advance(1s);
  ListLocks request{.limit = 2};
  std::vector<std::string> seen;
  for (int pages = 0; pages < 10; ++pages) {
    const LockPage page = must(request);
    EXPECT_LE(page.items.size(), 2U);
    for (const Lock& each : page.items) seen.push_back(each.name.str());
    if (!page.next) break;
    request.after = *page.next;
  }
  EXPECT_EQ(seen, (std::vector<std::string>{"B", "a", "c", "é"}));
  EXPECT_REFUSED(invalid, ListLocks{.limit = 0});
  EXPECT_REFUSED(invalid, ListLocks{.limit = 1001});
}

STORE_TEST(Locks, live_locks_and_sessions_survive_a_restart) {
  must(beat_session("s1", 1h));
  const Lock held = locked(in_session("repo", "s1"));
  reopen();
  EXPECT_EQ(must(inspect("repo")), held);
  EXPECT_FALSE(must(want_lock("repo", "you")).won);
  EXPECT_EQ(must(renew(held, 10s)).token, held.token);
  EXPECT_TRUE(must(in_session("another", "s1")).won);
}

STORE_TEST(Locks, need_a_name_an_owner_and_a_ttl) {
  EXPECT_REFUSED(invalid, TryLock{.owner = LockOwner::of("me")});
  EXPECT_REFUSED(invalid, TryLock{.name = LockName::of("repo")});
  EXPECT_REFUSED(invalid, want_lock("repo", "me", 0s));
  EXPECT_REFUSED(invalid, beat_session("s1", -1s));
}

}  // namespace
}  // namespace baton::test
