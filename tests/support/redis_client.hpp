#pragma once

#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_future.hpp>
#include <future>
#include <memory>
#include <string>

#include "backend/redis/client.hpp"
#include "support/redis_process.hpp"

namespace baton::test {

using ClientPtr = std::shared_ptr<redis::Client>;
using Replied = std::future<Result<redis::Value>>;

/// Callers on threads of their own, and what they ask a client.
class RedisClientTest : public ::testing::Test {
 protected:
  ~RedisClientTest() override { pool_.join(); }

  /// Short limits, so that a test sees them pass.
  static redis::ClientOptions hasty();
  static ClientPtr connect(const std::string& url, const redis::ClientOptions& options = hasty());
  /// Connecting fails with the code and a detail that holds `says`, and without what must stay secret.
  static Error expect_refused(const std::string& url, Errc code, const std::string& says,
                              const redis::ClientOptions& options = hasty());

  template <class T>
  std::future<T> spawn(awaitable<T> task) {
    return boost::asio::co_spawn(pool_, std::move(task), boost::asio::use_future);
  }
  Replied start(awaitable<Result<redis::Value>> call) { return spawn(std::move(call)); }
  /// Those started here begin in the order in which they were started.
  Replied start_on_one(awaitable<Result<redis::Value>> call) {
    return boost::asio::co_spawn(one_, std::move(call), boost::asio::use_future);
  }
  Result<redis::Value> wait_for(awaitable<Result<redis::Value>> call) { return start(std::move(call)).get(); }

 private:
  boost::asio::thread_pool pool_{2};
  boost::asio::strand<boost::asio::thread_pool::executor_type> one_{pool_.get_executor()};
};

/// What every detail of an error is checked for.
inline constexpr const char* secret = "hunter2";

redis::Script script_of(std::string_view text);

/// The text or number of a reply; an error's detail, or -1, if it is none.
std::string text_of(const Result<redis::Value>& reply);
std::int64_t number_of(const Result<redis::Value>& reply);

/// Calls without pause; its first error.
awaitable<Result<redis::Value>> call_until_refused(ClientPtr client);
void expect_closed(const Result<redis::Value>& reply);

}  // namespace baton::test
