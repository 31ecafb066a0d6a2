#include "engine/nursery.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cassert>
#include <exception>
#include <utility>

namespace baton {

namespace asio = boost::asio;

Nursery::Nursery(const asio::any_io_executor& executor)
    : executor_(executor), empty_(executor, asio::steady_timer::time_point::max()) {}

Nursery::~Nursery() { assert(running_ == 0 && "a coroutine was left running"); }

void Nursery::start(asio::awaitable<void> work) {
  ++running_;
  asio::co_spawn(executor_, std::move(work), [this](const std::exception_ptr& bug) {
    finished();
    if (bug) std::rethrow_exception(bug);
  });
}

void Nursery::finished() {
  if (--running_ == 0) empty_.cancel();
}

asio::awaitable<void> Nursery::join() {
  while (running_ > 0) co_await empty_.async_wait(asio::as_tuple(asio::use_awaitable));
}

}  // namespace baton
