#pragma once

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <exception>
#include <optional>
#include <utility>

#include "baton/port.hpp"

namespace baton::test {

/// An event loop that runs while somebody waits for a coroutine's outcome.
class Loop {
 public:
  auto get_executor() { return context_.get_executor(); }

  template <class T>
  T await(awaitable<T> work) {
    std::optional<T> outcome;
    boost::asio::co_spawn(context_, std::move(work), [&](const std::exception_ptr& bug, T told) {
      if (bug) std::rethrow_exception(bug);
      outcome = std::move(told);
    });
    // Until nothing is under way: whoever answers has let go of the loop by then, so that it may be destroyed.
    context_.restart();
    context_.run();
    return *std::move(outcome);
  }

 private:
  boost::asio::io_context context_{1};
};

}  // namespace baton::test
