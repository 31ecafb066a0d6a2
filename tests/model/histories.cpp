#include <gtest/gtest.h>

#include <iostream>
#include <random>

#include "core/codec.hpp"
#include "support/effort.hpp"
#include "support/investigate.hpp"
#include "support/model.hpp"
#include "support/seed.hpp"

namespace baton::test {
namespace {

constexpr std::size_t calls_a_run = 20'000;
/// From here on a run meets every verb.
constexpr std::size_t many_calls = 20'000;

/// The same for every backend.
std::uint64_t first_seed() {
  static const std::uint64_t seed = from_environment("BATON_SEED", std::random_device{}());
  return seed;
}

std::size_t calls_on(const Backend& backend) {
  return from_environment("BATON_MODEL_OPS", amount(backend.usual_calls, backend.proof_calls, backend.long_calls));
}

std::string names_of_missing(const std::set<EventType>& events) {
  std::string names;
  for (std::size_t i = 0; i < event_types; ++i) {
    if (!events.contains(static_cast<EventType>(i))) names += " " + std::string(to_text(static_cast<EventType>(i)));
  }
  return names;
}

void add(Tally& sum, const Tally& more) {
  for (const auto& [verb, outcomes] : more) {
    for (const auto& [code, times] : outcomes) sum[verb][code] += times;
  }
}

class ModelTest : public ::testing::TestWithParam<Backend> {
 protected:
  /// Runs of 20 000 calls, each with a seed of its own, until there were enough.
  void run(std::size_t calls, std::size_t clients) {
    tell_figure(calls, "calls compared with the model");
    std::uint64_t seed = first_seed();
    Tally tally;
    SweepReport swept;
    std::set<EventType> events;
    std::size_t done = 0;
    std::size_t succeeded = 0;
    for (; done < calls; ++seed) {
      std::cout << origin(seed) << "\n" << std::flush;
      const std::size_t part = std::min(calls - done, calls_a_run);
      const ModelRun ran = run_model(GetParam(), {.seed = seed, .calls = part, .clients = clients});
      if (ran.difference) FAIL() << investigate(GetParam(), ran, seed).report;
      add(tally, ran.tally);
      baton::test::add(swept, ran.swept);
      events.insert(ran.events.begin(), ran.events.end());
      done += ran.calls;
      succeeded += ran.succeeded;
    }
    std::cout << to_table(tally) << succeeded * 100 / done << " % of " << done << " calls succeeded\nswept "
              << describe(Reply(swept)) << "\nevents never read:" << names_of_missing(events) << "\n";
    // Outside of this the histories would hardly meet a refusal, or hardly anything else.
    EXPECT_GE(succeeded * 100, done * 30);
    EXPECT_LE(succeeded * 100, done * 70);
    // A short run may miss the rarest verbs.
    if (calls < many_calls) return;
    EXPECT_EQ(tally.size(), std::variant_size_v<Verb>) << "a verb was never drawn";
    EXPECT_GE(events.size(), event_types - 3) << "the histories do not get far";
  }
};

TEST_P(ModelTest, one_client_is_answered_as_the_memory_ledger_answers) { run(calls_on(GetParam()) / 4, 1); }

TEST_P(ModelTest, clients_at_once_are_answered_in_one_order_as_the_memory_ledger_answers) {
  run(calls_on(GetParam()), 6);
}

class TroubledModelTest : public ::testing::TestWithParam<Backend> {};

TEST_P(TroubledModelTest, whatever_was_carried_out_is_what_the_memory_ledger_makes_of_it) {
  const std::size_t calls = std::min<std::size_t>(calls_on(GetParam()), amount(2'000, 5'000, 100'000));
  std::size_t unheard = 0;
  std::uint64_t seed = first_seed();
  for (std::size_t done = 0; done < calls; ++seed) {
    std::cout << origin(seed) << "\n" << std::flush;
    const ModelRun ran =
        run_model(GetParam(), {.seed = seed, .calls = std::min(calls - done, calls_a_run), .clients = 6});
    if (ran.difference) FAIL() << investigate(GetParam(), ran, seed).report;
    done += ran.calls;
    unheard += ran.unheard;
  }
  tell_figure(calls, "calls compared with the model over connections that break");
  tell_figure(unheard, "of them carried out though nobody heard of it");
  EXPECT_GT(unheard, 0U) << "then no answer was lost";
}

INSTANTIATE_TEST_SUITE_P(Every, TroubledModelTest, ::testing::ValuesIn(troubled_backends()),
                         [](const auto& backend) { return backend.param.name; });

INSTANTIATE_TEST_SUITE_P(Every, ModelTest, ::testing::ValuesIn(backends()),
                         [](const auto& backend) { return backend.param.name; });

}  // namespace
}  // namespace baton::test
