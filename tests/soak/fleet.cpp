#include "soak/fleet.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <utility>

#include "backend/shared/spawn.hpp"
#include "support/requests.hpp"

namespace baton::test {

namespace asio = boost::asio;

namespace {

constexpr std::string_view kept_lane = "kept";

std::string name_of_agent(int number) { return "agent-" + std::to_string(number); }

}  // namespace

Fleet::Fleet(Store store, Pace pace) : store_(std::move(store)), pace_(pace), kept_(new_task_id()) {
  shared::spawn(io_, start());
  thread_ = std::thread([this] { io_.run(); });
}

Fleet::~Fleet() { stop(); }

void Fleet::stop() {
  stopping_ = true;
  if (thread_.joinable()) thread_.join();
}

std::string Fleet::trouble() const {
  const std::lock_guard lock(mutex_);
  return trouble_;
}

std::vector<std::chrono::microseconds> Fleet::take_claim_times() {
  const std::lock_guard lock(mutex_);
  return std::exchange(claim_times_, {});
}

bool Fleet::goes_on() const { return !stopping_ && trouble().empty(); }

bool Fleet::note(const Error& error, std::string_view at) {
  const std::lock_guard lock(mutex_);
  if (trouble_.empty()) trouble_ = std::string(at) + ": " + std::string(to_text(error.code)) + ", " + error.detail;
  return false;
}

awaitable<void> Fleet::start() {
  NewTask kept = task(kept_lane);
  kept.id = kept_;
  auto submitted = co_await store_.call(submit(std::move(kept)));
  if (!submitted) note(submitted.error(), "submit");
  for (int i = 0; i < pace_.agents; ++i) {
    auto registered = co_await store_.call(agent(name_of_agent(i), {"work"}));
    if (!registered) note(registered.error(), "register");
  }
  for (int i = 0; i < pace_.agents; ++i) {
    shared::spawn(io_, work(i));
    shared::spawn(io_, beat(i));
  }
  shared::spawn(io_, sweep());
  shared::spawn(io_, look());
}

/// Agents begin one after the other, so that the work of all is spread over the time that each takes for one.
awaitable<void> Fleet::work(int agent) {
  Timer next = std::chrono::steady_clock::now() + pace_.work_every * agent / pace_.agents;
  for (bool well = true; well && goes_on();) {
    co_await pause(next, pace_.work_every);
    well = co_await live_once(name_of_agent(agent));
  }
}

awaitable<bool> Fleet::live_once(std::string agent) {
  auto submitted = co_await store_.call(submit("work"));
  if (!submitted) co_return note(submitted.error(), "submit");
  const auto asked = std::chrono::steady_clock::now();
  auto granted = co_await store_.call(claim(agent));
  if (!granted) co_return note(granted.error(), "claim");
  if (!*granted)
    co_return note({.code = Errc::corrupt, .detail = "nothing, though there is a task for everybody"}, "claim");
  {
    const std::lock_guard lock(mutex_);
    claim_times_.push_back(
        std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - asked));
  }
  auto settled = co_await store_.call(complete(**granted));
  if (!settled) co_return note(settled.error(), "settle");
  ++completed_;
  co_return true;
}

awaitable<void> Fleet::beat(int agent) {
  Timer next = std::chrono::steady_clock::now() + pace_.beat_every * agent / pace_.agents;
  for (bool well = true; well && goes_on();) {
    co_await pause(next, pace_.beat_every);
    auto beaten = co_await store_.call(test::beat(name_of_agent(agent)));
    if (!beaten) well = note(beaten.error(), "beat");
  }
}

awaitable<void> Fleet::sweep() {
  Timer next = std::chrono::steady_clock::now();
  for (bool well = true; well && goes_on();) {
    co_await pause(next, pace_.sweep_every);
    auto swept = co_await store_.call(Sweep{});
    if (!swept) well = note(swept.error(), "sweep");
  }
}

awaitable<void> Fleet::look() {
  Timer next = std::chrono::steady_clock::now();
  for (bool well = true; well && goes_on();) {
    co_await pause(next, pace_.look_every);
    well = co_await look_once();
    ++looks_;
  }
}

awaitable<bool> Fleet::look_once() {
  auto known = co_await store_.call(GetAgent{.agent = agent_id(name_of_agent(0))});
  if (!known) co_return note(known.error(), "get_agent");
  auto there = co_await store_.call(GetTask{.task = kept_});
  if (!there) co_return note(there.error(), "get_task");
  auto waiting = co_await store_.call(Peek{.lane = Lane::of(kept_lane)});
  if (!waiting) co_return note(waiting.error(), "peek");
  if (waiting->size() != 1) co_return note({.code = Errc::corrupt, .detail = "the line is empty"}, "peek");
  co_return true;
}

awaitable<void> Fleet::pause(Timer& next, std::chrono::milliseconds every) {
  asio::steady_timer timer(co_await asio::this_coro::executor, next);
  co_await timer.async_wait(asio::use_awaitable);
  next = std::max(next + every, std::chrono::steady_clock::now() - every);
}

}  // namespace baton::test
