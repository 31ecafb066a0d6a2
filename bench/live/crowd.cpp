#include "crowd.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <charconv>
#include <utility>

#include "client/grant.hpp"

namespace bench {

namespace asio = boost::asio;
using namespace std::chrono_literals;

namespace {

// A task is created, assigned and completed.
constexpr double events_per_task = 3;
constexpr std::size_t beat_links = 16;

std::string agent_path(std::size_t number) { return "/v1/agents/live-" + std::to_string(number); }

Clock::time_point sent_at(const std::string& grant) {
  return Clock::time_point(Clock::duration(std::atoll(word(grant, "sent").c_str())));
}

}  // namespace

asio::awaitable<void> Crowd::pause(Clock::duration time) {
  asio::steady_timer timer(loop_, time);
  co_await timer.async_wait(asio::as_tuple(asio::use_awaitable));
}

asio::awaitable<bool> Crowd::gather() {
  for (std::size_t i = 0; i < load_.agents; ++i) asio::co_spawn(loop_, serve(new_link(), i), asio::detached);
  for (std::size_t i = 0; i < 600 && ready_ < load_.agents; ++i) co_await pause(100ms);
  for (std::size_t i = 0; i < load_.streams; ++i) asio::co_spawn(loop_, follow(new_link()), asio::detached);
  const std::size_t all = load_.agents + load_.streams;
  for (std::size_t i = 0; i < 600 && ready_ < all; ++i) co_await pause(100ms);
  for (std::size_t i = 0; i < beat_links && load_.agents > 0; ++i) {
    asio::co_spawn(loop_, beat(new_link(), i, beat_links), asio::detached);
  }
  co_return ready_ == all;
}

void Crowd::leave() {
  leaving_ = true;
  for (auto& link : links_) link.close();
}

asio::awaitable<Tally> Crowd::work(Clock::duration time) {
  tally_ = {};
  Link* const link = new_link();
  if (!co_await link->connect()) co_return tally_;
  const auto interval = std::chrono::duration_cast<Clock::duration>(
      std::chrono::duration<double>(events_per_task / load_.events_per_second));
  const auto until = Clock::now() + time;
  for (auto due = Clock::now(); due < until; due += interval) {
    co_await pause(due - Clock::now());
    const auto now = Clock::now();
    const std::string body =
        R"({"kind":"live","payload":{"sent":)" + std::to_string(now.time_since_epoch().count()) + "}}";
    const auto answer = co_await link->request("POST", "/v1/tasks", body);
    tally_.submit.add(Clock::now() - now);
    ++(answer.status == 201 ? tally_.tasks : tally_.refused);
  }
  // What is under way still arrives.
  co_await pause(1s);
  link->close();
  co_return tally_;
}

asio::awaitable<void> Crowd::serve(Link* link, std::size_t number) {
  const std::string path = agent_path(number);
  if (!co_await link->connect()) co_return;
  const auto joined =
      co_await link->request("POST", path + "/register", R"({"incarnation":"1","lanes":["live"],"ttl_us":60000000})");
  if (joined.status != 200) co_return;
  ++ready_;
  while (!leaving_) {
    const std::string id = std::to_string(Clock::now().time_since_epoch().count());
    auto grant =
        co_await link->request("POST", path + "/claim?wait=30", R"({"incarnation":"1","claim_id":"c)" + id + "\"}");
    if (grant.status == 204) continue;
    if (grant.status != 200) {
      if (!leaving_) ++tally_.refused;
      co_return;
    }
    tally_.submit_to_grant.add(Clock::now() - sent_at(grant.body));
    const std::string done = completion_of(grant.body);
    if ((co_await link->request("POST", done, "{" + fence_in(grant.body) + "}")).status != 200) ++tally_.refused;
  }
}

asio::awaitable<void> Crowd::beat(Link* link, std::size_t first, std::size_t step) {
  if (!co_await link->connect()) co_return;
  const auto interval = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(load_.beat_seconds)) *
                        step / load_.agents;
  for (std::size_t number = first; !leaving_; number = number + step < load_.agents ? number + step : first) {
    const auto begun = Clock::now();
    const auto heard =
        co_await link->request("POST", agent_path(number) + "/beat", R"({"incarnation":"1","ttl_us":60000000})");
    if (heard.status == 0) co_return;
    if (heard.status != 200) ++tally_.refused;
    tally_.beat.add(Clock::now() - begun);
    co_await pause(begun + interval - Clock::now());
  }
}

asio::awaitable<void> Crowd::follow(Link* link) {
  if (!co_await link->connect() || co_await link->open("/v1/events/stream") != 200) co_return;
  std::string rest;
  std::uint64_t last = 0;
  for (bool begun = false;; begun = true) {
    const std::string text = co_await link->read();
    if (text.empty()) break;
    if (!begun) ++ready_;
    count_ids(text, rest, last);
  }
  if (!leaving_) ++tally_.cut_off;
}

/// Each event is a block of lines that begins with its id; that of a comment repeats or moves on.
void Crowd::count_ids(std::string_view text, std::string& rest, std::uint64_t& last) {
  rest += text;
  for (auto end = rest.find("\n\n"); end != std::string::npos; end = rest.find("\n\n")) {
    const std::string_view block(rest.data(), end);
    const auto at = block.find("id: ");
    std::uint64_t id = 0;
    if (at != std::string_view::npos) std::from_chars(block.data() + at + 4, block.data() + end, id);
    if (block.contains("\ndata: ")) {
      ++tally_.stream_events;
      if (id <= last) ++tally_.repeated;
      if (id > last + 1) tally_.missed += id - last - 1;
    }
    if (id > last) last = id;
    rest.erase(0, end + 2);
  }
}

}  // namespace bench
