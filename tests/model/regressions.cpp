#include <gtest/gtest.h>

#include <cstdlib>

#include "core/codec.hpp"
#include "support/generator.hpp"
#include "support/model.hpp"
#include "support/shrink.hpp"

namespace baton::test {
namespace {

std::filesystem::path folder() {
  const char* source = std::getenv("BATON_SOURCE_DIR");
  return std::filesystem::path(source != nullptr ? source : ".") / "tests/model/regressions";
}

class Regressions : public ::testing::TestWithParam<Backend> {};

TEST_P(Regressions, each_history_that_once_went_wrong_goes_right) {
  int histories = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder())) {
    if (entry.path().extension() != ".jsonl") continue;
    ++histories;
    const auto difference = replay(GetParam(), read_history(entry.path()));
    EXPECT_FALSE(difference) << entry.path() << ": " << difference->what;
  }
  EXPECT_GT(histories, 0);
}

INSTANTIATE_TEST_SUITE_P(Every, Regressions, ::testing::ValuesIn(backends()),
                         [](const auto& backend) { return backend.param.name; });

constexpr Time start{std::chrono::days{20'000}};

/// What a client draws that is answered by the memory ledger.
std::vector<Verb> drawn(std::uint64_t seed) {
  memory::Ledger ledger;
  Sightings seen;
  Generator generator(seed, seen);
  std::vector<Verb> verbs;
  for (int i = 0; i < 3000; ++i) {
    verbs.push_back(generator.draw(start));
    const Result<Reply> outcome = ledger.execute(verbs.back(), start);
    seen.learn(verbs.back(), outcome);
    generator.answered(verbs.back(), outcome);
  }
  return verbs;
}

TEST(History, survives_being_written_and_read) {
  for (const Verb& verb : drawn(7)) {
    const Act act = Call{.now = start, .verb = verb};
    const auto read = parse_act(to_line(act));
    ASSERT_TRUE(read) << read.error().detail << ": " << to_line(act);
    ASSERT_EQ(std::get<Call>(*read).verb, verb) << to_line(act);
  }
}

TEST(History, draws_only_valid_verbs_and_the_same_from_the_same_seed) {
  const std::vector<Verb> verbs = drawn(11);
  for (const Verb& verb : verbs) {
    const auto valid = validate(verb);
    ASSERT_TRUE(valid) << valid.error().detail << ": " << describe(verb);
  }
  EXPECT_EQ(verbs, drawn(11));
}

Observed observed(Verb verb, std::uint64_t step, std::uint64_t acknowledged) {
  return {.verb = std::move(verb),
          .answer = {.outcome = Reply(Done{}), .stamp = {.step = step, .now = {}}},
          .acknowledged = acknowledged};
}

TEST(History, is_ordered_by_step_with_reads_behind_what_they_saw) {
  std::vector<Observed> calls;
  calls.push_back(observed(ListGroups{}, 1, 0));
  calls.push_back(observed(Sweep{}, 2, 1));
  calls.push_back(observed(Sweep{}, 1, 0));
  EXPECT_EQ(put_in_order(calls), std::nullopt);
  EXPECT_TRUE(is_read_only(calls[1].verb));
  EXPECT_EQ(calls[2].answer.stamp.step, 2U);
}

TEST(History, with_a_step_twice_has_no_order) {
  std::vector<Observed> calls;
  calls.push_back(observed(Sweep{}, 1, 0));
  calls.push_back(observed(Sweep{}, 1, 0));
  EXPECT_TRUE(put_in_order(calls));
}

TEST(History, whose_read_misses_what_was_acknowledged_has_no_order) {
  std::vector<Observed> calls;
  calls.push_back(observed(Sweep{}, 1, 0));
  calls.push_back(observed(Sweep{}, 2, 1));
  calls.push_back(observed(ListGroups{}, 1, 2));
  EXPECT_TRUE(put_in_order(calls));
}

TEST(Shrink, leaves_only_what_matters) {
  History history;
  for (std::uint32_t i = 0; i < 500; ++i) history.emplace_back(Call{.now = {}, .verb = ListGroups{}});
  history[123] = Call{.now = {}, .verb = Sweep{.limit = 1}};
  history[321] = Call{.now = {}, .verb = Sweep{.limit = 2}};
  const auto sweeps = [](const History& acts) {
    return std::ranges::count_if(acts, [](const Act& act) { return is_read_only(std::get<Call>(act).verb) == false; });
  };
  const History shortest = shrink(history, [&sweeps](const History& acts) { return sweeps(acts) == 2; });
  EXPECT_EQ(shortest.size(), 2U);
}

}  // namespace
}  // namespace baton::test
