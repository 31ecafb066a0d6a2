#include "supervisor/supervisor_fixture.hpp"

namespace baton::test {
namespace {

Position kept(BlockingStore& store) {
  const Record record = must(store, GetRecord{.kind = RecordKind::of("supervisor"), .key = RecordKey::of("log")});
  return Position{std::stoull(record.body.text())};
}

SUPERVISOR_TEST(Checkpoint, is_how_far_the_log_was_followed) {
  const auto one = watchman({.checkpoint_every = 0s});
  submitted_many(3);
  one->pass();
  EXPECT_EQ(kept(store()), last_position());
  submitted_many(2);
  one->pass();
  EXPECT_EQ(kept(store()), last_position());
}

SUPERVISOR_TEST(Checkpoint, lets_the_next_supervisor_count_what_happened_while_none_was_there) {
  submitted_many(7);
  watchman({.checkpoint_every = 0s})->pass();
  submitted_many(1500);
  const auto next = watchman({.checkpoint_every = 0s});
  while (next->pass().rest == 0s) {
  }
  EXPECT_EQ(next->counts().events_of(EventType::task_created), 1500U);
  submitted_many(2);
  next->pass();
  EXPECT_EQ(next->counts().events_of(EventType::task_created), 1502U);
}

SUPERVISOR_TEST(Checkpoint, never_goes_back_whoever_writes_it) {
  const auto slow = watchman({.checkpoint_every = 0s});
  const auto quick = watchman({.checkpoint_every = 0s});
  slow->pass();
  submitted_many(5);
  quick->pass();
  const Position far = kept(store());
  slow->deaf_pass();
  EXPECT_EQ(kept(store()), far);
  submitted_many(5);
  slow->pass();
  EXPECT_EQ(kept(store()), last_position());
  quick->pass();
  EXPECT_EQ(kept(store()), last_position());
}

}  // namespace
}  // namespace baton::test
