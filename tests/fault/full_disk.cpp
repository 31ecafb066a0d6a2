#include <gtest/gtest.h>

#include "baton/blocking.hpp"
#include "baton/open.hpp"
#include "support/requests.hpp"
#include "support/small_disk.hpp"
#include "support/store_fixture.hpp"

namespace baton::test {
namespace {

NewTask bulky_task() {
  NewTask bulky = task("bulky");
  bulky.payload = Json::string(std::string(16 * 1024, 'p'));
  return bulky;
}

class FullDisk : public ::testing::Test {
 protected:
  void SetUp() override { NEED_MOUNTED(disk_); }

  BlockingStore open() {
    auto store = open_store(disk_.store_url());
    if (!store) throw std::runtime_error(store.error().detail);
    return BlockingStore(*std::move(store));
  }

  SmallDisk disk_;
};

TEST_F(FullDisk, refuses_what_does_not_fit_and_keeps_everything_acknowledged) {
  BlockingStore store = open();
  std::vector<TaskId> kept{must(store, submit(bulky_task())).front().id};
  disk_.fill();
  std::optional<Error> refusal;
  for (int i = 0; i < 1000 && !refusal; ++i) {
    const auto answer = store.call(submit(bulky_task()));
    if (answer) {
      kept.push_back(answer->front().id);
    } else {
      refusal = answer.error();
    }
  }
  ASSERT_TRUE(refusal) << "the disk never got full";
  EXPECT_EQ(refusal->code, Errc::unavailable) << refusal->detail;
  EXPECT_NE(refusal->detail.find("full"), std::string::npos) << refusal->detail;

  disk_.free();
  kept.push_back(must(store, submit(bulky_task())).front().id);
  EXPECT_EQ(must(store, QueueStats{}).lines.front().depth, kept.size());
  for (const TaskId& id : kept) EXPECT_EQ(must(store, GetTask{.task = id}).status, TaskStatus::pending);
}

TEST_F(FullDisk, spoils_no_verb_of_a_group_that_still_fits) {
  BlockingStore store = open();
  must(store, agent("a1"));
  disk_.fill();
  // Large and small verbs at once share a group; whatever the disk refuses, each is done whole or not at all.
  const auto answers = race(32, [&store](int i) {
    return i % 2 == 0 ? store.call(submit(bulky_task())).has_value() + 0
                      : store.call(PutRecord{.kind = RecordKind::of("note"),
                                             .key = RecordKey::of("k" + std::to_string(i)),
                                             .body = json("1")})
                                .has_value() +
                            2;
  });
  disk_.free();
  const auto accepted = [&answers](int what) { return std::ranges::count(answers, what); };
  const auto lines = must(store, QueueStats{}).lines;
  EXPECT_EQ(lines.empty() ? 0 : lines.front().depth, static_cast<std::uint64_t>(accepted(1)));
  EXPECT_EQ(must(store, ListRecords{.kind = RecordKind::of("note")}).items.size(),
            static_cast<std::size_t>(accepted(3)));
}

TEST_F(FullDisk, leaves_a_store_that_opens_again) {
  {
    BlockingStore store = open();
    disk_.fill();
    for (int i = 0; i < 1000 && store.call(submit(bulky_task())); ++i) {
    }
  }
  disk_.free();
  BlockingStore store = open();
  const auto health = must(store, Health{});
  EXPECT_TRUE(health.notes.empty()) << health.notes.front();
  EXPECT_TRUE(store.call(submit(bulky_task())));
}

}  // namespace
}  // namespace baton::test
