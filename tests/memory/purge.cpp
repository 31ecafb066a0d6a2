#include <gmock/gmock.h>

#include "engine/context.hpp"
#include "memory/memory_fixture.hpp"

// What is said to be removed cannot be read any more, whoever is at it.

namespace baton::test {
namespace {

/// A port beside which things happen: before a call reaches the store, and while its answer is on its way.
class Eventful final : public Wrapping {
 public:
  using Wrapping::Wrapping;

  awaitable<Answer> execute(Verb verb) override {
    before(verb);
    const Verb told = verb;
    Answer answer = co_await inner_->execute(std::move(verb));
    after(told);
    co_return answer;
  }
  void close() override {}

  std::function<void(const Verb&)> before = [](const Verb&) {};
  std::function<void(const Verb&)> after = [](const Verb&) {};
};

class MemoryPurgeTest : public MemoryTest {
 protected:
  static void make_ready(Instance& memory, std::string_view id = "c") {
    ASSERT_TRUE(memory.await(memory->open(joint_work(id, {"a"}))));
    ASSERT_TRUE(memory.signal(signal(id, "a")));
  }
  /// About to decide what is ready; `meanwhile` happens before the store has the decision.
  std::unique_ptr<Instance> decider(std::function<void()> meanwhile) {
    const auto port = std::make_shared<Eventful>(store().store().port());
    auto memory = instance_on(Store(port));
    make_ready(*memory);
    port->before = [meanwhile = std::move(meanwhile)](const Verb& verb) {
      if (std::holds_alternative<PutRecord>(verb)) meanwhile();
    };
    return memory;
  }
  void decide_with_context(Instance& memory) {
    make_ready(memory);
    ASSERT_EQ(memory.decide("c"), true);
    for (const char* name : {"notes", "more_notes"}) {
      ASSERT_TRUE(memory.await(write_context_document(store().store(), id_, name, Json::trusted("[1]"),
                                                      &memory->schemas(), std::chrono::hours{1})));
    }
  }
  Result<bool> purge(Instance& memory) { return memory.await(memory->purge(id_, Duration::zero())); }
  bool finds_nothing(Instance& memory) {
    const auto found = memory.await(memory->read(id_));
    return !found && found.error().code == Errc::not_found;
  }
  std::size_t documents() { return must(ListRecords{.kind = RecordKind::of("context"), .limit = 1000}).items.size(); }

  const CorrelationId id_ = CorrelationId::of("c");
};

#define PURGE_TEST(sentence) STORE_TEST_WITH(MemoryPurgeTest, MemoryPurge, sentence)

PURGE_TEST(takes_context_decision_and_hot_copy_with_it_and_leaves_the_neighbours) {
  const auto memory = instance();
  decide_with_context(*memory);
  make_ready(*memory, "c.2");
  ASSERT_EQ(memory->decide("c.2"), true);

  EXPECT_EQ(purge(*memory), true);
  EXPECT_TRUE(finds_nothing(*memory));
  EXPECT_EQ(documents(), 0U);
  ASSERT_EQ(decisions().size(), 1U);
  EXPECT_THAT(decisions().front().key.str(), ::testing::StartsWith("c.2/"));
  EXPECT_EQ(purge(*memory), false);
}

PURGE_TEST(takes_what_was_decided_of_one_that_has_expired) {
  const auto memory = instance();
  decide_with_context(*memory);
  must(PurgeCorrelation{.id = id_});  // its row is gone, as after its time
  EXPECT_EQ(purge(*memory), true);
  EXPECT_TRUE(decisions().empty());
  EXPECT_EQ(documents(), 0U);
}

PURGE_TEST(that_was_interrupted_is_finished_by_a_repeat) {
  const auto failing = std::make_shared<Interposed>(store().store().port());
  const auto memory = instance_on(Store(failing));
  decide_with_context(*memory);
  failing->refuse = [](const Verb& verb) {
    return std::holds_alternative<PurgeCorrelation>(verb)
               ? std::optional(Error{.code = Errc::unavailable, .detail = "gone"})
               : std::nullopt;
  };
  EXPECT_FALSE(purge(*memory));
  EXPECT_EQ(kept("c").status, CorrelationStatus::completed) << "it goes last, so it says that something may be left";
  failing->refuse = [](const Verb&) { return std::nullopt; };
  EXPECT_EQ(purge(*memory), true);
  EXPECT_TRUE(finds_nothing(*memory));
  EXPECT_TRUE(decisions().empty());
}

PURGE_TEST(is_heard_by_the_hot_copies_of_others) {
  const auto one = instance();
  const auto other = instance();
  decide_with_context(*one);
  one->listen();
  ASSERT_TRUE(one->await((*one)->read(id_)));
  EXPECT_EQ(purge(*other), true);
  one->listen();
  EXPECT_TRUE(finds_nothing(*one));
}

PURGE_TEST(is_not_undone_by_an_answer_on_its_way) {
  const auto port = std::make_shared<Eventful>(store().store().port());
  const auto one = instance_on(Store(port));
  const auto other = instance();
  ASSERT_TRUE(one->await((*one)->open(joint_work("c", {"a", "b"}))));
  port->after = [&](const Verb& verb) {
    if (!std::holds_alternative<Signal>(verb)) return;
    EXPECT_EQ(purge(*other), true);
    (*one)->hear({.events = events()});
  };
  EXPECT_TRUE(one->signal(signal("c", "a"))) << "it was there when the store took the signal";
  EXPECT_TRUE(finds_nothing(*one));
}

PURGE_TEST(is_refused_while_somebody_decides) {
  const auto other = instance();
  const auto one = decider([&] {
    const auto refused = purge(*other);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Errc::unavailable);
  });
  EXPECT_EQ(one->decide("c"), true);
  EXPECT_EQ(purge(*other), true);
  EXPECT_TRUE(decisions().empty());
}

PURGE_TEST(is_not_undone_by_who_decides_too_slowly) {
  const auto other = instance();
  const auto one = decider([&] {
    clock.advance(31s);
    EXPECT_EQ(purge(*other), true);
  });
  EXPECT_EQ(one->decide("c"), false);
  EXPECT_TRUE(decisions().empty());
  EXPECT_TRUE(finds_nothing(*other));
}

}  // namespace
}  // namespace baton::test
