#include "chaos/roles.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "baton/supervisor.hpp"
#include "engine/nursery.hpp"
#include "support/chance.hpp"

namespace baton::test {
namespace {

using namespace std::chrono_literals;

Claim claim_by(const AgentId& agent, const Incarnation& incarnation) {
  return {.agent = agent, .incarnation = incarnation, .claim_id = ClaimId::of(make_unique_text()), .lease = stale};
}

Beat beat_of(const Fence& held) {
  return {
      .agent = held.agent, .incarnation = held.incarnation, .task = held.task, .attempt = held.attempt, .ttl = stale};
}

std::string about(const Fence& fence) { return fence.task.str() + " " + std::to_string(fence.attempt.value); }

class ChaosAgent {
 public:
  ChaosAgent(Actor actor, Store store, Tell tell)
      : id_(AgentId::of(actor.name)), store_(std::move(store)), tell_(std::move(tell)), chance_(actor.seed) {}

  awaitable<void> live() {
    for (;;) {
      incarnation_ = Incarnation::of(make_unique_text());
      Register enter{.agent = id_, .incarnation = incarnation_, .lanes = {Lane::of("*")}, .ttl = stale};
      const auto entered = co_await store_.call(std::move(enter));
      while (entered && co_await turn()) {
      }
      co_await pause_for(20ms);
    }
  }

 private:
  /// One look for work, and what comes of it; whether the agent is still the one it thinks it is.
  awaitable<bool> turn() {
    Beat beat{.agent = id_, .incarnation = incarnation_, .ttl = stale};
    const auto orders = co_await store_.call(std::move(beat));
    if (!orders) co_return co_await goes_on_after(orders.error());
    // Half of them only take what they are given.
    if (!pulls_ && !orders->grant) {
      co_await pause_for(20ms);
      co_return true;
    }
    const auto grant = co_await store_.call(claim_by(id_, incarnation_));
    if (!grant) co_return co_await goes_on_after(grant.error());
    if (*grant) co_return co_await work_on((*grant)->fence);
    co_await pause_for(20ms);
    co_return true;
  }

  awaitable<bool> work_on(Fence fence) {
    for (auto left = chance_.below(4); left > 0; --left) {
      co_await pause_for(50ms);
      const auto orders = co_await store_.call(beat_of(fence));
      if (!orders && orders.error().code == Errc::stale_fence) co_return false;
    }
    Settle settle{.fence = fence, .kind = draw_kind(), .body = Json::trusted(R"({"by":")" + id_.str() + R"("})")};
    const bool completes = settle.kind == SettleKind::complete;
    const auto settled = co_await store_.call(std::move(settle));
    if (!settled) co_return co_await goes_on_after(settled.error());
    if (completes && settled->counted) tell_("done " + about(fence));
    co_return true;
  }

  SettleKind draw_kind() {
    if (chance_.percent(90)) return SettleKind::complete;
    return chance_.percent(50) ? SettleKind::fail : chance_.percent(50) ? SettleKind::release : SettleKind::decline;
  }

  awaitable<bool> goes_on_after(Error error) {
    co_await pause_for(20ms);
    co_return error.code != Errc::stale_fence&& error.code != Errc::not_found;
  }

  AgentId id_;
  Store store_;
  Tell tell_;
  Chance chance_;
  bool pulls_ = chance_.percent(50);
  Incarnation incarnation_;
};

awaitable<void> enter_fleet(Store store, int number) {
  Register enter{
      .agent = fleet_agent(number), .incarnation = Incarnation::of("1"), .lanes = {Lane::of("*")}, .ttl = 1h};
  static_cast<void>(co_await store.call(std::move(enter)));
}

awaitable<void> settle_own(Store store, int number, Tell tell) {
  const auto grant = co_await store.call(claim_by(fleet_agent(number), Incarnation::of("1")));
  if (!grant || !*grant) co_return;
  const Fence fence = (*grant)->fence;
  Settle settle{.fence = fence, .body = Json::trusted("true")};
  const auto settled = co_await store.call(std::move(settle));
  if (settled && settled->counted) tell("done " + about(fence));
}

}  // namespace

awaitable<void> pause_for(Duration time) {
  boost::asio::steady_timer timer(co_await boost::asio::this_coro::executor, time);
  co_await timer.async_wait(boost::asio::use_awaitable);
}

awaitable<void> work_as_agent(Actor actor, Store store, Tell tell) {
  ChaosAgent agent(std::move(actor), std::move(store), std::move(tell));
  co_await agent.live();
}

awaitable<void> hold(Actor actor, Store store, Tell tell) {
  const AgentId id = AgentId::of(actor.name);
  const auto incarnation = Incarnation::of("1");
  Register enter{.agent = id, .incarnation = incarnation, .lanes = {Lane::of("*")}, .ttl = stale};
  static_cast<void>(co_await store.call(std::move(enter)));
  std::optional<Fence> held;
  while (!held) {
    const auto grant = co_await store.call(claim_by(id, incarnation));
    if (grant && *grant) held = (*grant)->fence;
    co_await pause_for(20ms);
  }
  tell("holding " + about(*held));
  for (int beats = 0; beats < 15; ++beats) {
    co_await pause_for(200ms);
    static_cast<void>(co_await store.call(beat_of(*held)));
  }
  Settle settle{.fence = *held, .body = Json::trusted(R"("too late")")};
  const auto settled = co_await store.call(std::move(settle));
  tell("settled " + std::string(settled ? "ok" : to_text(settled.error().code)));
}

awaitable<void> lead_fleet(Store store, Tell tell) {
  const auto executor = co_await boost::asio::this_coro::executor;
  Submit tasks;
  Nursery entering(executor);
  for (int i = 0; i < fleet_size; ++i) {
    entering.start(enter_fleet(store, i));
    tasks.tasks.push_back({.id = TaskId::make(), .kind = KindName::of("flight")});
  }
  co_await entering.join();
  static_cast<void>(co_await store.call(std::move(tasks)));
  boost::asio::co_spawn(executor, supervise(store, {.lease = 1h}, {}), boost::asio::detached);
  for (std::uint64_t waiting = 1; waiting > 0;) {
    co_await pause_for(20ms);
    const auto queue = co_await store.call(QueueStats{});
    if (queue) waiting = queue->lines.empty() ? 0 : queue->lines.front().depth;
  }
  tell("ready");
  for (int i = 0; i < fleet_size; i += 2) {
    boost::asio::co_spawn(executor, settle_own(store, i, tell), boost::asio::detached);
  }
}

}  // namespace baton::test
