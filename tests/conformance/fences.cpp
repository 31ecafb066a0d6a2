#include "support/store_fixture.hpp"

namespace baton::test {
namespace {

/// Writes that depend on a lock, each tried with dead fences and then with a live one.
class Fenced : public StoreTest {
 protected:
  /// `verb` is refused and writes nothing with fences that are not live and equal, and accepted with one that is.
  template <class V>
  void expect_fenced(V verb) {
    const Lock released = locked("gone", "me");
    must(release(released));
    const Lock expired = locked(want_lock("lapsed", "me", 1s));
    const Lock live = locked("live", "me");
    clock.advance(1s);
    const std::string before = export_text();
    LockFence older = fence_of(live);
    older.token.value -= 1;
    LockFence newer = fence_of(live);
    newer.token = newer.token.next();
    const LockFence unknown{.lock = LockName::of("never taken"), .token = LockToken{1}};
    for (const LockFence& fence : {fence_of(released), fence_of(expired), older, newer, unknown}) {
      verb.fence = fence;
      EXPECT_REFUSED(stale_fence, verb);
    }
    EXPECT_EQ(export_text(), before) << "a refused write leaves nothing";
    verb.fence = fence_of(live);
    const auto answer = call(verb);
    EXPECT_TRUE(answer) << (answer ? "" : answer.error().detail);
  }
};

STORE_TEST_WITH(Fenced, Fences, guard_submit) { expect_fenced(submit("work")); }

STORE_TEST_WITH(Fenced, Fences, guard_edit) { expect_fenced(Edit{.task = submitted(task()), .priority = 1}); }

STORE_TEST_WITH(Fenced, Fences, guard_threads) { expect_fenced(thread("t")); }

STORE_TEST_WITH(Fenced, Fences, guard_messages) {
  must(thread("t"));
  expect_fenced(append("t"));
}

STORE_TEST_WITH(Fenced, Fences, guard_results) {
  expect_fenced(SetResult{.task = new_task_id(), .attempt = Attempt{1}, .value = json("1")});
}

STORE_TEST_WITH(Fenced, Fences, guard_opening_a_correlation) { expect_fenced(correlation("c", {"a"})); }

STORE_TEST_WITH(Fenced, Fences, guard_signals) {
  must(correlation("c", {"a", "b"}));
  expect_fenced(signal("c", "a"));
}

STORE_TEST_WITH(Fenced, Fences, guard_advancing) {
  must(correlation("c", {"a"}));
  expect_fenced(advance(must(signal("c", "a")), CorrelationEvent::orchestrate));
}

STORE_TEST_WITH(Fenced, Fences, guard_records) { expect_fenced(record("r")); }

STORE_TEST(Fences, of_a_session_that_lapsed_are_not_live) {
  must(BeatSession{.session = SessionId::of("s1")});
  TryLock request = want_lock("repo", "me");
  request.session = SessionId::of("s1");
  const Lock held = locked(request);
  clock.advance(10s);
  PutRecord write = record("r");
  write.fence = fence_of(held);
  EXPECT_REFUSED(stale_fence, write);
}

STORE_TEST(Fences, of_a_lock_taken_over_are_refused_though_the_name_is_held) {
  const Lock first = locked(want_lock("repo", "me", 1s));
  clock.advance(1s);
  const Lock second = locked("repo", "me");
  PutRecord write = record("r", "1");
  write.fence = fence_of(first);
  EXPECT_REFUSED(stale_fence, write);
  write.fence = fence_of(second);
  EXPECT_TRUE(call(write));
}

}  // namespace
}  // namespace baton::test
