#pragma once

#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_future.hpp>
#include <future>
#include <memory>
#include <string>

#include "backend/postgres/client.hpp"
#include "support/postgres_process.hpp"

namespace baton::test {

using PostgresPtr = std::shared_ptr<postgres::Client>;

/// Callers on threads of their own, and what they ask a client. The lines' functions are small ones of these tests, in the
/// schema `scratch`: an item is a verb and its argument.
class PostgresClientTest : public ::testing::Test {
 protected:
  ~PostgresClientTest() override { pool_.join(); }

  /// Puts the functions there.
  static void prepare(const PostgresProcess& server);
  /// Short limits, so that a test sees them pass.
  static postgres::ClientOptions hasty();
  static PostgresPtr connect(const std::string& url, const postgres::ClientOptions& options = hasty());
  /// Connecting fails with the code and a detail that holds `says`, and without what must stay secret.
  static Error expect_refused(const std::string& url, Errc code, const std::string& says);

  template <class T>
  std::future<T> spawn(awaitable<T> task) {
    return boost::asio::co_spawn(pool_, std::move(task), boost::asio::use_future);
  }
  /// Those started here begin in the order in which they were started.
  template <class T>
  std::future<T> spawn_on_one(awaitable<T> task) {
    return boost::asio::co_spawn(one_, std::move(task), boost::asio::use_future);
  }
  template <class T>
  T wait_for(awaitable<T> task) {
    return spawn(std::move(task)).get();
  }
  /// `add`: inserts the argument. `fail`: the SQLSTATE that the argument is, each time. `stumble`: the same, the first time. `nap`: for
  /// so many seconds.
  Result<std::string> write(const PostgresPtr& client, std::string verb, std::string argument,
                            postgres::Repeat repeat = postgres::Repeat::never) {
    return wait_for(client->run(postgres::Line::write, {std::move(verb), std::move(argument)}, repeat));
  }

 private:
  boost::asio::thread_pool pool_{2};
  boost::asio::strand<boost::asio::thread_pool::executor_type> one_{pool_.get_executor()};
};

std::string text_of(const Result<std::string>& reply);
void expect_closed(const Result<std::string>& reply);

}  // namespace baton::test
