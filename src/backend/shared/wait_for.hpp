#pragma once

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <exception>
#include <optional>
#include <utility>

#include "baton/port.hpp"

namespace baton::shared {

/// Runs a task on this thread until it has its outcome. An exception is a bug and goes on to the caller.
template <class T>
T wait_for(awaitable<T> task) {
  boost::asio::io_context loop;
  std::optional<T> outcome;
  boost::asio::co_spawn(loop, std::move(task), [&outcome](std::exception_ptr bug, T ended) {
    if (bug) std::rethrow_exception(std::move(bug));
    outcome.emplace(std::move(ended));
  });
  loop.run();
  return *std::move(outcome);
}

}  // namespace baton::shared
