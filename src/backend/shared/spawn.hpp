#pragma once

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <exception>
#include <utility>

#include "baton/port.hpp"

namespace baton::shared {

/// Starts a task that ends by itself or with the event loop. An exception is a bug and ends the program.
inline void spawn(boost::asio::io_context& io, awaitable<void> task) {
  boost::asio::co_spawn(io, std::move(task), [](std::exception_ptr bug) {
    if (bug) std::rethrow_exception(std::move(bug));
  });
}

}  // namespace baton::shared
