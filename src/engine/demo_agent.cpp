#include "engine/demo_agent.hpp"

#include <boost/asio/this_coro.hpp>
#include <chrono>
#include <random>
#include <string>
#include <utility>

#include "engine/backoff.hpp"
#include "engine/rest.hpp"

namespace baton {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr seconds ttl{4};
constexpr seconds claim_wait{1};
constexpr milliseconds shortest_work{300};
constexpr milliseconds longest_work{2000};
constexpr milliseconds step{250};
constexpr unsigned fails_in_a_hundred = 8;
constexpr unsigned crashes_in_a_hundred = 2;

/// How one stretch of an agent's life ended.
enum class Ending { stopped, crashed, lost };

class DemoAgent {
 public:
  DemoAgent(const boost::asio::any_io_executor& executor, DemoRole role, Store store, std::shared_ptr<ClaimDesk> desk,
            std::stop_token stop)
      : role_(std::move(role)),
        store_(std::move(store)),
        desk_(std::move(desk)),
        stop_(std::move(stop)),
        rest_(executor, stop_) {}

  awaitable<void> run();

 private:
  awaitable<Ending> live();
  awaitable<Result<std::optional<Grant>>> find_work();
  awaitable<Result<Ending>> work_on(Grant grant, std::optional<Grant>* next);
  awaitable<Result<bool>> keep_at_it(Fence fence, milliseconds done, milliseconds whole);
  awaitable<std::optional<Lock>> take_lock();
  awaitable<void> release(Lock lock);
  awaitable<Result<std::optional<Grant>>> settle(Grant grant);
  awaitable<void> report(Grant grant);
  bool chance(unsigned in_a_hundred) { return random_() % 100 < in_a_hundred; }

  DemoRole role_;
  Store store_;
  std::shared_ptr<ClaimDesk> desk_;
  std::stop_token stop_;
  Rest rest_;
  Incarnation incarnation_;
  std::minstd_rand random_{std::random_device{}()};
};

awaitable<void> DemoAgent::run() {
  Backoff backoff;
  while (!stop_.stop_requested()) {
    incarnation_ = Incarnation::of(make_unique_text());
    Register greeting{
        .agent = role_.agent, .incarnation = incarnation_, .lanes = role_.lanes, .version = "demo", .ttl = ttl};
    if (auto registered = co_await store_.call(std::move(greeting)); !registered) {
      co_await rest_.wait(backoff.next());
      continue;
    }
    const Ending ending = co_await live();
    // Silent for longer than it may be: the sweep finds it dead and gives its task to the living.
    if (ending == Ending::crashed) co_await rest_.wait(ttl + seconds{2});
    if (ending == Ending::lost) co_await rest_.wait(backoff.next());
    if (ending == Ending::stopped) backoff.reset();
  }
  Deregister farewell{.agent = role_.agent, .incarnation = incarnation_};
  static_cast<void>(co_await store_.call(std::move(farewell)));
}

awaitable<Ending> DemoAgent::live() {
  std::optional<Grant> held;
  while (!stop_.stop_requested()) {
    if (!held) {
      auto found = co_await find_work();
      if (!found) co_return Ending::lost;
      held = *std::move(found);
      continue;
    }
    Grant grant = *std::exchange(held, std::nullopt);
    auto ending = co_await work_on(std::move(grant), &held);
    if (!ending) co_return Ending::lost;
    if (*ending != Ending::stopped) co_return *ending;
  }
  co_return Ending::stopped;
}

awaitable<Result<std::optional<Grant>>> DemoAgent::find_work() {
  Beat beat{.agent = role_.agent, .incarnation = incarnation_, .ttl = ttl};
  if (auto orders = co_await store_.call(std::move(beat)); !orders) co_return std::unexpected(orders.error());
  Claim claim{
      .agent = role_.agent, .incarnation = incarnation_, .claim_id = ClaimId::of(make_unique_text()), .lease = ttl};
  Presence here{.left = stop_};
  co_return co_await desk_->claim(std::move(claim), claim_wait, std::move(here));
}

/// `stopped`: done with it, and ready for `next` or whatever comes.
awaitable<Result<Ending>> DemoAgent::work_on(Grant grant, std::optional<Grant>* next) {
  std::uniform_int_distribution<milliseconds::rep> length(shortest_work.count(), longest_work.count());
  const milliseconds whole{length(random_)};
  const bool crashes = chance(crashes_in_a_hundred);
  auto lock = co_await take_lock();
  for (milliseconds done{0}; done < whole; done += step) {
    if (crashes && done * 2 >= whole) co_return Ending::crashed;
    auto wanted = co_await keep_at_it(grant.fence, done, whole);
    if (!wanted) co_return std::unexpected(wanted.error());
    if (!*wanted) break;
    if (!co_await rest_.wait(std::min(step, whole - done))) co_return Ending::stopped;
  }
  if (lock) co_await release(*std::move(lock));
  auto settled = co_await settle(std::move(grant));
  if (!settled) co_return std::unexpected(settled.error());
  *next = *std::move(settled);
  co_return Ending::stopped;
}

/// Whether the work still counts.
awaitable<Result<bool>> DemoAgent::keep_at_it(Fence fence, milliseconds done, milliseconds whole) {
  const auto percent = std::to_string(100 * done.count() / whole.count());
  Beat beat{
      .agent = fence.agent, .incarnation = fence.incarnation, .task = fence.task, .attempt = fence.attempt, .ttl = ttl};
  if (auto orders = co_await store_.call(std::move(beat)); !orders) co_return std::unexpected(orders.error());
  Progress progress{.fence = std::move(fence), .progress = Json::trusted(R"({"percent":)" + percent + "}")};
  auto heard = co_await store_.call(std::move(progress));
  if (!heard) co_return std::unexpected(heard.error());
  co_return !heard->cancel;
}

/// Bound to the agent, so that its crash frees it.
awaitable<std::optional<Lock>> DemoAgent::take_lock() {
  if (!role_.lock) co_return std::nullopt;
  TryLock attempt{.name = *role_.lock, .owner = LockOwner::of(role_.agent.str()), .agent = role_.agent};
  auto reply = co_await store_.call(std::move(attempt));
  if (!reply || !reply->won) co_return std::nullopt;
  co_return std::move(reply->lock);
}

awaitable<void> DemoAgent::release(Lock lock) {
  ReleaseLock release{.name = std::move(lock.name), .owner = std::move(lock.owner), .token = lock.token};
  static_cast<void>(co_await store_.call(std::move(release)));
}

awaitable<void> DemoAgent::report(Grant grant) {
  if (!grant.task.thread) co_return;
  Append message{.thread = *std::move(grant.task.thread),
                 .id = MessageId::of(make_unique_text()),
                 .role = MessageRole::of(role_.agent.str()),
                 .body = Json::trusted(R"({"text":)" + Json::string(role_.says).text() + "}"),
                 .task = grant.task.id};
  static_cast<void>(co_await store_.call(std::move(message)));
}

awaitable<Result<std::optional<Grant>>> DemoAgent::settle(Grant grant) {
  Settle settle{.fence = grant.fence,
                .body = Json::trusted(R"({"words":)" + std::to_string(100 + random_() % 900) + "}")};
  if (chance(fails_in_a_hundred)) {
    settle.kind = SettleKind::fail;
    settle.body = Json::trusted(R"({"message":"the sample tool timed out"})");
  } else {
    co_await report(std::move(grant));
  }
  settle.next = NextClaim{.claim_id = ClaimId::of(make_unique_text()), .lease = ttl};
  auto settled = co_await store_.call(std::move(settle));
  if (!settled) co_return std::unexpected(settled.error());
  co_return std::move(settled->next);
}

}  // namespace

awaitable<void> run_demo_agent(DemoRole role, Store store, std::shared_ptr<ClaimDesk> desk, std::stop_token stop) {
  DemoAgent agent(co_await boost::asio::this_coro::executor, std::move(role), std::move(store), std::move(desk),
                  std::move(stop));
  co_await agent.run();
}

}  // namespace baton
