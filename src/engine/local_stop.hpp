#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/post.hpp>
#include <functional>
#include <stop_token>
#include <utility>

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

}  // namespace baton
