#include "cli/bench_supervisor.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/this_coro.hpp>
#include <optional>
#include <stop_token>
#include <utility>

#include "cli/interrupt.hpp"
#include "engine/nursery.hpp"
#include "engine/supervisor.hpp"

namespace baton::cli {

namespace {

namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;
using Time = std::chrono::duration<double>;

constexpr std::chrono::seconds patience{5};

SupervisorOptions options() { return {.lease = std::chrono::hours{24}}; }

template <class Measure>
Result<Tally> run(Measure measure, Store store, Time time) {
  asio::io_context loop{1};
  Result<Tally> outcome;
  asio::co_spawn(loop, measure(std::move(store), time, &outcome), asio::detached);
  loop.run();
  return outcome;
}

awaitable<void> pass_idly(Store store, Time time, Result<Tally>* outcome) {
  Supervisor supervisor(co_await asio::this_coro::executor, store, options());
  // The first draws the picture, and perhaps reads the log.
  while ((co_await supervisor.pass()).rest == Duration::zero()) {
  }
  Replay replay;
  const auto begin = Clock::now();
  while (Clock::now() - begin < time && !Interrupt::asked()) {
    const auto start = Clock::now();
    const auto pass = co_await supervisor.pass();
    replay.took.push_back(Clock::now() - start);
    if (pass.backs_off) {
      *outcome = fail(Errc::unavailable, "a pass met a store error");
      co_return;
    }
  }
  replay.elapsed = Clock::now() - begin;
  (*outcome)->add(replay);
}

/// The supervisor of a daemon, and somebody who hears what it assigns.
class Assigning {
 public:
  Assigning(const asio::any_io_executor& executor, const Store& store)
      : store_(store), supervisor_(executor, store, options()), watch_(store), crew_(executor), heard_(executor) {
    watch_.listen([this](const LogWatch::News& news) { hear(news); });
    crew_.start(watch_.run(stop_.get_token()));
    crew_.start(supervisor_.run(stop_.get_token()));
  }

  /// From the submit until its assignment is heard.
  awaitable<Result<std::chrono::nanoseconds>> assign_one() {
    const TaskId task = TaskId::make();
    const auto start = Clock::now();
    Submit submit;
    submit.tasks.push_back({.id = task, .kind = KindName::of("bench"), .lane = Lane::of("bench-0")});
    if (auto done = co_await store_.call(std::move(submit)); !done) co_return std::unexpected(done.error());
    while (last_ != task && Clock::now() < start + patience) co_await heard_.wait(start + patience);
    if (last_ != task) co_return fail(Errc::unavailable, "a task was not assigned in time");
    const auto took = at_ - start;
    if (auto settled = co_await settle(task); !settled) co_return std::unexpected(settled.error());
    co_return took;
  }

  awaitable<void> stop() {
    stop_.request_stop();
    co_await crew_.join();
  }

 private:
  void hear(const LogWatch::News& news) {
    supervisor_.hear(news);
    for (const Event& event : news.events) {
      if (event.type != EventType::task_assigned) continue;
      last_ = event.task;
      at_ = Clock::now();
      heard_.ring();
    }
  }

  awaitable<Result<void>> settle(TaskId id) {
    const auto task = co_await store_.call(GetTask{.task = id});
    if (!task) co_return std::unexpected(task.error());
    GetAgent look{.agent = task->holder.value_or(AgentId{})};
    const auto agent = co_await store_.call(std::move(look));
    if (!agent) co_return std::unexpected(agent.error());
    Settle settle{.fence = {agent->id, agent->incarnation, id, task->attempt}};
    const auto settled = co_await store_.call(std::move(settle));
    if (!settled) co_return std::unexpected(settled.error());
    co_return Result<void>{};
  }

  Store store_;
  Supervisor supervisor_;
  LogWatch watch_;
  Nursery crew_;
  Bell heard_;
  std::stop_source stop_;
  std::optional<TaskId> last_;
  Clock::time_point at_;
};

awaitable<void> assign_in_turn(Store store, Time time, Result<Tally>* outcome) {
  Assigning fleet(co_await asio::this_coro::executor, store);
  Replay replay;
  const auto begin = Clock::now();
  while (Clock::now() - begin < time && !Interrupt::asked()) {
    const auto took = co_await fleet.assign_one();
    if (!took) {
      *outcome = std::unexpected(took.error());
      break;
    }
    replay.took.push_back(*took);
  }
  replay.elapsed = Clock::now() - begin;
  co_await fleet.stop();
  if (*outcome) (*outcome)->add(replay);
}

}  // namespace

Result<Tally> measure_passes(Store store, Time time) { return run(pass_idly, std::move(store), time); }

Result<Tally> measure_assignment(Store store, Time time) { return run(assign_in_turn, std::move(store), time); }

}  // namespace baton::cli
