#include <gmock/gmock.h>

#include <cstdlib>
#include <map>
#include <set>

#include "baton/open.hpp"
#include "chaos/places.hpp"
#include "core/json_pointer.hpp"
#include "support/chance.hpp"
#include "support/seed.hpp"
#include "support/store_fixture.hpp"

// Instances of shared memory that are killed while they decide.

namespace baton::test {
namespace {

constexpr std::size_t deciders = 4;
const std::vector<std::string> voters{"ann", "bob", "cid", "dot", "eve"};

std::string joint_id(std::size_t number) { return "joint-" + std::to_string(number); }

/// What the voter says in that correlation, and nobody else in no other.
Json vote_of(const std::string& voter, std::size_t number) {
  return Json::parse(R"({"agent_version":"1","analysis":{"choice":")" + std::string(number % 2 == 0 ? "even" : "odd") +
                     R"(","confidence":1,"by":")" + voter + "-" + std::to_string(number) + "\"}}")
      .value();
}

template <class Place>
class JointChaos : public ::testing::Test {
 protected:
  void SetUp() override {
    auto opened = open_store(place_.url());
    ASSERT_TRUE(opened.has_value()) << opened.error().detail;
    store_ = std::make_unique<BlockingStore>(*std::move(opened));
    sweeper_ = start("supervisor", "sweeper");
    for (std::size_t i = 0; i < deciders; ++i) lives_.push_back(decider());
  }
  void TearDown() override {
    for (auto& life : lives_) life->kill();
    if (sweeper_) sweeper_->kill();
    if (store_) store_->store().port()->close();
  }

  std::unique_ptr<Life> start(const std::string& role, const std::string& name) {
    return place_.start({.role = role, .url = place_.url(), .name = name, .seed = 1}, store_->store());
  }
  /// Each with a name of its own, as two processes have.
  std::unique_ptr<Life> decider() { return start("correlator", "decider-" + std::to_string(++born_)); }

  void open_all(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      OpenCorrelation request{.id = CorrelationId::of(joint_id(i)), .timeout = 1h, .pattern = "weighted_vote"};
      for (const std::string& voter : voters) request.expected.push_back(SignalName::of(voter));
      must(*store_, std::move(request));
    }
  }
  /// All voters at once, while instances die and others come.
  void vote_and_kill(std::size_t count) {
    std::vector<std::jthread> voting;
    for (const std::string& voter : voters) {
      voting.emplace_back([this, voter, count] {
        for (std::size_t i = 0; i < count; ++i) {
          must(*store_,
               Signal{.id = CorrelationId::of(joint_id(i)), .name = SignalName::of(voter), .body = vote_of(voter, i)});
        }
      });
    }
    while (decided() < count && kills_ < 2000) {
      const std::size_t victim = chance_.below(lives_.size());
      lives_[victim]->kill();
      ++kills_;
      lives_[victim] = decider();
      static_cast<void>(store_->wait(Position{must(*store_, Health{}).last.value + chance_.between(20, 200)}, 500ms));
    }
  }
  std::size_t decided() {
    std::size_t count = 0;
    ListCorrelations list{.status = CorrelationStatus::completed, .limit = 1000};
    for (bool more = true; more;) {
      const auto page = must(*store_, list);
      count += page.items.size();
      more = page.next.has_value();
      if (more) list.after = *page.next;
    }
    return count;
  }
  std::map<std::string, int> completions() {
    std::map<std::string, int> seen;
    ReadLog read{.types = {EventType::correlation_changed}, .limit = 1000};
    for (;;) {
      const auto page = must(*store_, read);
      for (const Event& event : page.events) {
        const JsonValue told(event.payload);
        if (*told.find("to")->text() == "completed") ++seen[*told.find("correlation")->text()];
      }
      if (page.next >= page.last) return seen;
      read.after = page.next;
    }
  }
  /// Decided from all five votes, none lost and none overwritten.
  void expect_whole(std::size_t number) {
    const Correlation one = must(*store_, GetCorrelation{.id = CorrelationId::of(joint_id(number))});
    EXPECT_EQ(one.status, CorrelationStatus::completed);
    ASSERT_EQ(one.signals.size(), voters.size());
    for (const SignalEntry& signal : one.signals) EXPECT_EQ(signal.body, vote_of(signal.name.str(), number));
    const JsonValue document(one.document);
    const JsonValue* decision = document.find("decision");
    ASSERT_NE(decision, nullptr);
    EXPECT_EQ(decision->json().text(),
              R"({"action":")" + std::string(number % 2 == 0 ? "even" : "odd") + R"(","confidence":1})");
  }

  Place place_;
  Chance chance_{drawn_seed()};
  std::unique_ptr<BlockingStore> store_;
  std::unique_ptr<Life> sweeper_;
  std::vector<std::unique_ptr<Life>> lives_;
  int born_ = 0;
  int kills_ = 0;
};

TYPED_TEST_SUITE(JointChaos, Places);

TYPED_TEST(JointChaos, each_is_decided_once_from_all_signals) {
  const std::size_t count = std::getenv("BATON_LONG") != nullptr ? 1'000 : 100;
  this->open_all(count);
  this->vote_and_kill(count);
  ASSERT_EQ(this->decided(), count);
  for (std::size_t i = 0; i < count; ++i) this->expect_whole(i);
  const auto completions = this->completions();
  EXPECT_EQ(completions.size(), count);
  EXPECT_TRUE(std::ranges::all_of(completions, [](const auto& seen) { return seen.second == 1; }));
  const auto records = must(*this->store_, ListRecords{.kind = RecordKind::of("decision"), .limit = 1000});
  EXPECT_EQ(records.items.size(), count);
  std::cout << this->kills_ << " kills\n";
}

}  // namespace
}  // namespace baton::test
