#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>

#include <deque>

#include "backend/memory/ledger.hpp"
#include "backend/memory/store.hpp"
#include "backend/sqlite/open.hpp"
#include "backend/sqlite/transactor.hpp"
#include "core/codec.hpp"
#include "fault/scarce_heap.hpp"
#include "support/effort.hpp"
#include "support/generator.hpp"
#include "support/invariants.hpp"
#include "support/seed.hpp"
#include "support/temporary_directory.hpp"

/// The memory runs out in the middle of a step, at any request for it: the step has happened or it has not, which a ledger
/// that always has enough of it knows.
namespace baton::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::uint64_t most_requests_of_a_step = 40;

/// Some clients with everything that clients do, and what they should be told.
class Oracle {
 public:
  explicit Oracle(std::uint64_t seed, std::size_t clients = 1) {
    for (std::size_t i = 0; i < clients; ++i) clients_.emplace_back(seed + i, seen_);
  }

  Verb next(std::size_t client = 0) {
    now_ += clients_[client].tick();
    return clients_[client].draw(now_);
  }
  Time now() const { return now_; }
  /// It has happened.
  void tell(const Verb& verb, const Result<Reply>& told, std::size_t client = 0) {
    const auto outcome = ledger_.execute(verb, now_);
    // Each store has a health of its own.
    if (!std::holds_alternative<Health>(verb)) EXPECT_EQ(told, outcome) << describe(verb);
    seen_.learn(verb, outcome);
    clients_[client].answered(verb, outcome);
  }
  /// The same, and nobody heard of it.
  void carry_out(const Verb& verb) { (void)ledger_.execute(verb, now_); }
  std::vector<std::string> rows() { return rows_of(*ledger_.execute(Export{.limit = 1000}, now_)); }

  static std::vector<std::string> rows_of(const Reply& reply) { return std::get<ExportPage>(reply).rows; }

 private:
  Time now_{std::chrono::days{20'000}};
  memory::Ledger ledger_;
  Sightings seen_;
  std::deque<Generator> clients_;
};

TEST(StarvedStep, on_sqlite_happens_or_not_and_the_store_goes_on) {
  const std::uint64_t seed = drawn_seed();
  Chance chance(seed);
  const TemporaryDirectory directory;
  const std::string path = (directory.path() / "state.db").string();
  auto opened = sqlite::open_file(path);
  ASSERT_TRUE(opened) << opened.error().detail;
  auto transactor = sqlite::Transactor::start(*std::move(opened));
  ASSERT_TRUE(transactor) << transactor.error().detail;
  Oracle oracle(seed);
  std::uint64_t starved = 0;
  const std::uint64_t steps = amount(1'500, 5'000, 50'000);
  for (std::uint64_t i = 0; i < steps && !::testing::Test::HasFailure(); ++i) {
    const Verb verb = oracle.next();
    Answer answer{.outcome = fail(Errc::invalid, ""), .stamp = {}};
    bool refused = false;
    {
      const ScarceHeap memory(chance.between(1, most_requests_of_a_step));
      answer = (*transactor)->alone(verb, oracle.now());
      refused = memory.has_refused();
    }
    if (refused && !answer.outcome && answer.outcome.error().code == Errc::unavailable) {
      ++starved;
      EXPECT_THAT(answer.outcome.error().detail, HasSubstr("give the process more memory, then repeat the call"));
      answer = (*transactor)->alone(verb, oracle.now());
    }
    oracle.tell(verb, answer.outcome);
  }
  EXPECT_EQ(Oracle::rows_of(*(*transactor)->alone(Export{.limit = 1000}, oracle.now()).outcome), oracle.rows());
  (*transactor)->close();
  transactor->reset();
  EXPECT_THAT(damages_of("sqlite:" + path), IsEmpty()) << origin(seed);
  EXPECT_GT(starved, steps / 10);
  tell_figure(starved, "steps that found no memory (SQLite)");
}

/// A group that finds no memory is rolled back as a whole, and its verbs are carried out one by one.
TEST(StarvedStep, of_a_group_on_sqlite_spoils_no_other) {
  const std::uint64_t seed = drawn_seed();
  Chance chance(seed);
  const TemporaryDirectory directory;
  auto transactor = sqlite::Transactor::start(sqlite::open_file((directory.path() / "state.db").string()).value());
  ASSERT_TRUE(transactor) << transactor.error().detail;
  constexpr std::size_t clients = 3;
  Oracle oracle(seed, clients);
  // Reads take no part in groups.
  const auto next_change = [&](std::size_t client) {
    Verb verb = oracle.next(client);
    for (; is_read_only(verb); verb = oracle.next(client)) {
      oracle.tell(verb, (*transactor)->alone(verb, oracle.now()).outcome, client);
    }
    return verb;
  };
  std::uint64_t rolled_back = 0;
  for (int i = 0; i < 300 && !::testing::Test::HasFailure(); ++i) {
    const std::vector<Verb> verbs{next_change(0), next_change(1), next_change(2)};
    const std::vector<const Verb*> group{&verbs[0], &verbs[1], &verbs[2]};
    std::optional<std::vector<Answer>> answers;
    {
      const ScarceHeap memory(chance.between(1, clients * most_requests_of_a_step));
      answers = (*transactor)->together(group, oracle.now());
    }
    rolled_back += answers ? 0 : 1;
    for (std::size_t at = 0; at < clients; ++at) {
      const Answer told = answers ? (*answers)[at] : (*transactor)->alone(verbs[at], oracle.now());
      oracle.tell(verbs[at], told.outcome, at);
    }
  }
  EXPECT_GT(rolled_back, 30U) << origin(seed);
  EXPECT_EQ(Oracle::rows_of(*(*transactor)->alone(Export{.limit = 1000}, oracle.now()).outcome), oracle.rows());
}

/// Its own thread's memory is scarce from the moment at which a step looks at the clock.
class StarvingClock : public Clock {
 public:
  Time now() const override {
    if (nth > 0) memory.emplace(std::exchange(nth, 0));
    return time;
  }
  mutable std::uint64_t nth = 0;
  mutable std::optional<ScarceHeap> memory;
  Time time;
};

/// Nothing: there was no memory left to answer with.
std::optional<Result<Reply>> ask(Port& port, const Verb& verb) {
  boost::asio::io_context loop;
  auto answer = boost::asio::co_spawn(loop, port.execute(verb), boost::asio::use_future);
  try {
    loop.run();
    return answer.get().outcome;
  } catch (const std::bad_alloc&) {
    return std::nullopt;
  }
}

TEST(StarvedStep, in_memory_happens_or_is_the_last_one) {
  const std::uint64_t seed = drawn_seed();
  Chance chance(seed);
  std::uint64_t reads = 0;
  std::uint64_t ends = 0;
  for (std::uint64_t life = 0; life < amount(100, 300, 2'000) && !::testing::Test::HasFailure(); ++life) {
    const auto clock = std::make_shared<StarvingClock>();
    const auto port = memory::open(clock);
    Oracle oracle(seed + life);
    for (int step = 0; step < 60; ++step) {
      const Verb verb = oracle.next();
      clock->time = oracle.now();
      clock->nth = step > 20 ? chance.between(1, 40) : 0;
      const auto told = ask(*port, verb);
      const bool refused = clock->memory && clock->memory->has_refused();
      clock->memory.reset();
      if (!refused) {
        oracle.tell(verb, *told);
      } else if (told && !*told && told->error().code == Errc::unavailable) {
        ASSERT_TRUE(is_read_only(verb));
        ++reads;
      } else {
        // Half a step is never seen: either all of it was there and only its answer was lost, or this store is at its end.
        const auto after = ask(*port, Export{.limit = 1000});
        if (*after) {
          oracle.carry_out(verb);
          EXPECT_EQ(Oracle::rows_of(**after), oracle.rows()) << describe(verb);
        } else {
          EXPECT_THAT(after->error().detail, HasSubstr("start again")) << describe(verb);
          ++ends;
        }
        break;
      }
    }
  }
  EXPECT_GT(reads, 0U) << origin(seed);
  EXPECT_GT(ends, 0U) << origin(seed);
  tell_figure(reads + ends, "steps that found no memory (memory)");
}

}  // namespace
}  // namespace baton::test
