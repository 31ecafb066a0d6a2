#include "cli/bench_memory.hpp"

#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/this_coro.hpp>

#include "cli/interrupt.hpp"
#include "core/correlation_state.hpp"
#include "engine/correlator.hpp"

namespace baton::cli {

namespace {

namespace asio = boost::asio;
using Steady = std::chrono::steady_clock;
using Time = std::chrono::duration<double>;

constexpr std::size_t correlations = 1000;
constexpr std::array voters{"ann", "bob", "cid", "dot", "eve"};

CorrelationId numbered(std::size_t number) { return CorrelationId::trusted("bench-" + std::to_string(number)); }

Signal vote(const CorrelationId& id, std::size_t number) {
  return {.id = id,
          .name = SignalName::trusted(voters[number % voters.size()]),
          .version = static_cast<std::uint32_t>(1 + number / voters.size() / correlations),
          .body = Json::trusted(R"({"agent_version":"1.0.0","enriched_at":"2026-11-15T10:00:00Z",)"
                                R"("analysis":{"choice":"go","confidence":0.9}})")};
}

/// A thousand correlations with their hot copies.
class HotFleet {
 public:
  HotFleet() : hot_(policies_) {
    for (std::size_t i = 0; i < correlations; ++i) {
      Correlation opened;
      opened.id = numbered(i);
      for (const char* voter : voters) opened.expected.push_back(SignalName::trusted(voter));
      for (std::size_t j = 0; j < voters.size(); ++j) add(opened, vote(opened.id, j));
      hot_.keep(std::move(opened), now_);
    }
  }

  /// Replaces what that agent said before.
  Result<void> signal(std::size_t number) {
    const Signal signal = vote(numbered(number % correlations), number);
    if (auto valid = check_signal(signal, schemas_); !valid) return valid;
    Correlation changed = *hot_.find(signal.id, now_);
    changed.version = changed.version.next();
    changed.signals[number % voters.size()].body = signal.body;
    hot_.keep(std::move(changed), now_);
    return {};
  }
  Result<void> read(std::size_t number) const {
    const auto kept = hot_.find(numbered(number % correlations), now_);
    if (!kept) return fail(Errc::not_found, "a hot copy is gone");
    const JsonValue state = state_of(*kept);
    return state.find("signals")->object()->size() == voters.size() ? Result<void>{}
                                                                    : fail(Errc::corrupt, "a signal is gone");
  }

 private:
  static void add(Correlation& correlation, Signal signal) {
    correlation.signals.push_back({.name = signal.name, .version = 1, .body = signal.body, .at = {}});
  }

  TtlPolicies policies_;
  HotTier hot_;
  SchemaRegistry schemas_ = SchemaRegistry::built_in();
  baton::Time now_{};
};

template <class Act>
Result<Tally> repeat(Time time, Act act) {
  Replay replay;
  const auto begin = Steady::now();
  for (std::size_t i = 0; Steady::now() - begin < time && !Interrupt::asked(); ++i) {
    const auto start = Steady::now();
    const auto done = act(i);
    replay.took.push_back(Steady::now() - start);
    if (!done) return std::unexpected(done.error());
  }
  replay.elapsed = Steady::now() - begin;
  Tally tally;
  tally.add(replay);
  return tally;
}

awaitable<void> send_signals(Store store, Time time, Result<Tally>* outcome) {
  Correlator memory(co_await asio::this_coro::executor, store, {});
  Replay replay;
  const auto begin = Steady::now();
  for (std::size_t i = 0; Steady::now() - begin < time && !Interrupt::asked(); ++i) {
    const CorrelationId id = numbered(i / voters.size());
    if (i % voters.size() == 0) {
      OpenCorrelation open{.id = id, .expected = {}};
      for (const char* voter : voters) open.expected.push_back(SignalName::trusted(voter));
      if (auto opened = co_await memory.open(std::move(open)); !opened) *outcome = std::unexpected(opened.error());
    }
    Signal signal = vote(id, i % voters.size());
    const auto start = Steady::now();
    const auto kept = co_await memory.signal(std::move(signal));
    replay.took.push_back(Steady::now() - start);
    if (!kept) *outcome = std::unexpected(kept.error());
    if (!*outcome) co_return;
  }
  replay.elapsed = Steady::now() - begin;
  (*outcome)->add(replay);
}

}  // namespace

Result<Tally> measure_hot_signals(Time time) {
  HotFleet fleet;
  return repeat(time, [&](std::size_t number) { return fleet.signal(number); });
}

Result<Tally> measure_hot_reads(Time time) {
  const HotFleet fleet;
  return repeat(time, [&](std::size_t number) { return fleet.read(number); });
}

Result<Tally> measure_signals(Store store, Time time) {
  asio::io_context loop{1};
  Result<Tally> outcome;
  asio::co_spawn(loop, send_signals(std::move(store), time, &outcome), asio::detached);
  loop.run();
  return outcome;
}

}  // namespace baton::cli
