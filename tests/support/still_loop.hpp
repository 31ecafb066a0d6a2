#pragma once

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <optional>
#include <utility>

#include "baton/port.hpp"

namespace baton::test {

/// An event loop that runs everything that can run without time passing, and then stands still: who waits, waits.
class StillLoop {
 public:
  auto get_executor() { return context_.get_executor(); }

  void settle() {
    context_.restart();
    while (context_.poll() > 0) {
    }
  }
  /// Runs the work as far as it comes. Its outcome is there when it has ended.
  template <class T>
  void start(awaitable<T> work, std::optional<T>* outcome) {
    boost::asio::co_spawn(context_, keep(std::move(work), outcome), boost::asio::detached);
    settle();
  }
  void start(awaitable<void> work) {
    boost::asio::co_spawn(context_, std::move(work), boost::asio::detached);
    settle();
  }
  /// Of work that has to wait for a moment, or for another thread.
  template <class T>
  T await(awaitable<T> work) {
    std::optional<T> outcome;
    start(std::move(work), &outcome);
    context_.restart();
    while (!outcome) context_.run_one();
    return *std::move(outcome);
  }

 private:
  template <class T>
  static awaitable<void> keep(awaitable<T> work, std::optional<T>* into) {
    *into = co_await std::move(work);
  }

  boost::asio::io_context context_{1};
};

}  // namespace baton::test
