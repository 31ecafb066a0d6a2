#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "linearizability/recording.hpp"
#include "support/effort.hpp"
#include "support/model.hpp"
#include "support/seed.hpp"

/// What clients at once were told by a store has an order that explains it, whatever became of their connections.
namespace baton::test {
namespace {

using ::testing::IsEmpty;

constexpr std::size_t calls_a_history = 2'000;
constexpr std::size_t clients = 12;
/// Each leaves tasks behind in lanes of its own, and a store has at most 1,024 of those.
constexpr std::size_t histories_a_store = 100;
/// Where most of the time is spent waiting for answers that were lost.
constexpr std::size_t waiting_clients = 48;

std::size_t histories_on(const Backend& backend) {
  const std::size_t promised = backend.histories;
  return from_environment("BATON_HISTORIES", amount(promised, promised, promised * 10));
}

class Linearizability : public ::testing::TestWithParam<Backend> {};

TEST_P(Linearizability, of_locks_compare_and_set_and_claim_by_clients_at_once) {
  const Backend& backend = GetParam();
  const std::uint64_t seed = drawn_seed();
  const std::size_t histories = histories_on(backend);
  std::size_t calls = 0;
  std::size_t unanswered = 0;
  std::optional<ModelStore> store;
  for (std::size_t i = 0; i < histories; ++i) {
    if (i % histories_a_store == 0) store.emplace(backend);
    Recording recording("h" + std::to_string(i), calls_a_history, backend.trouble != nullptr);
    {
      const auto trouble = backend.trouble ? backend.trouble(seed + i) : nullptr;
      record(Store(store->shared_port()), recording, backend.trouble ? waiting_clients : clients, seed + i);
    }
    if (recording.unanswered() > 0) look_for_lost_tasks(Store(store->shared_port()), recording);
    ASSERT_THAT(recording.contradictions(), IsEmpty()) << "history " << i << ", " << origin(seed);
    calls += recording.calls();
    unanswered += recording.unanswered();
  }
  tell_figure(histories, "linearizability histories");
  tell_figure(calls, "calls in them");
  tell_figure(unanswered, "of them without an answer");
  EXPECT_GE(calls, histories * calls_a_history);
  if (backend.trouble) EXPECT_GT(unanswered, 0U) << "then nothing was lost on the way";
}

INSTANTIATE_TEST_SUITE_P(Every, Linearizability, ::testing::ValuesIn(backends()),
                         [](const auto& backend) { return backend.param.name; });
INSTANTIATE_TEST_SUITE_P(Troubled, Linearizability, ::testing::ValuesIn(troubled_backends()),
                         [](const auto& backend) { return backend.param.name; });

}  // namespace
}  // namespace baton::test
