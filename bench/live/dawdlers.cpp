#include "dawdlers.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>

namespace bench {

namespace asio = boost::asio;

namespace {

constexpr std::chrono::seconds between_bytes{1};

}  // namespace

void Dawdlers::come(std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    asio::co_spawn(loop_, dawdle(&links_.emplace_back(loop_, door_)), asio::detached);
  }
  thread_ = std::thread([this] { loop_.run(); });
}

void Dawdlers::leave() {
  if (!thread_.joinable()) return;
  leaving_ = true;
  asio::post(loop_, [this] {
    for (auto& link : links_) link.close();
  });
  thread_.join();
}

/// Says a byte a second of a request that never ends, and comes again when it is sent away.
asio::awaitable<void> Dawdlers::dawdle(Link* link) {
  asio::steady_timer timer(loop_);
  while (!leaving_) {
    if (!co_await link->connect()) co_return;
    bool heard = co_await link->send("GET /v1/events HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
    while (heard && !leaving_) {
      timer.expires_after(between_bytes);
      co_await timer.async_wait(asio::as_tuple(asio::use_awaitable));
      heard = !leaving_ && co_await link->send("z");
    }
    link->close();
  }
}

}  // namespace bench
