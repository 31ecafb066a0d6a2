#include "engine/thread_retention.hpp"
#include "support/loop.hpp"
#include "support/store_fixture.hpp"

/// Conversations that are removed after a time.
namespace baton::test {

STORE_TEST(ThreadRetentions, remove_what_was_quiet_for_so_long_and_nothing_else) {
  for (const auto* name : {"old", "busy", "young"}) {
    must(thread(name));
    must(append(name));
  }
  NewTask open = task();
  open.thread = ThreadId::of("busy");
  submitted(open);
  clock.advance(23h);
  must(append("young"));
  clock.advance(2h);
  Loop loop;
  ThreadRetention retention(store().store(), 24h);
  EXPECT_EQ(loop.await(retention.pass()), 1U);
  EXPECT_REFUSED(not_found, GetThread{.thread = ThreadId::of("old")});
  EXPECT_EQ(must(messages("busy")).items.size(), 1U);
  EXPECT_EQ(must(messages("young")).items.size(), 2U);
  EXPECT_EQ(loop.await(retention.pass()), 0U);
}

}  // namespace baton::test
