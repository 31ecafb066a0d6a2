#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <functional>
#include <stop_token>
#include <utility>

#include "engine/log_watch.hpp"
#include "engine/nursery.hpp"

namespace baton {

/// A stop that may be asked for on any thread, told on the event loop's own: what runs there waits for bells, which only
/// that thread may ring.
class LocalStop {
 public:
  LocalStop(const boost::asio::any_io_executor& executor, std::stop_token asked)
      : on_asked_(std::move(asked), [executor, told = told_] {
          boost::asio::post(executor, [told]() mutable { told.request_stop(); });
        }) {}

  std::stop_token token() const { return told_.get_token(); }

 private:
  std::stop_source told_;
  std::stop_callback<std::function<void()>> on_asked_;
};

/// Runs the actor, which hears the log, until asked to stop: for programs that have no daemon around it.
template <class Actor>
awaitable<void> run_beside_log(Store store, Actor* actor, std::stop_token stop) {
  const auto executor = co_await boost::asio::this_coro::executor;
  LogWatch watch(std::move(store));
  watch.listen([actor](const LogWatch::News& news) { actor->hear(news); });
  const LocalStop stopped(executor, std::move(stop));
  Nursery crew(executor);
  crew.start(watch.run(stopped.token()));
  crew.start(actor->run(stopped.token()));
  co_await crew.join();
}

}  // namespace baton
