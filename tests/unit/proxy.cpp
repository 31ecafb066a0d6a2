#include "support/proxy.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "echo.hpp"
#include "support/trouble.hpp"

namespace baton::test::proxy_test {
namespace {

using namespace std::chrono_literals;
using SteadyClock = std::chrono::steady_clock;

class ProxyTest : public testing::Test {
 protected:
  EchoClient connect() const { return EchoClient(proxy_->port()); }

  /// A connection that reaches the server.
  EchoClient connect_through() const {
    EchoClient client = connect();
    EXPECT_EQ(client.echo("hello "), "hello ");
    return client;
  }

  /// The proxy has looked at everything that was sent before.
  void let_the_proxy_work() const { proxy_->live(); }

  void wait_until_live(std::size_t count) const {
    const auto limit = SteadyClock::now() + patience;
    while (proxy_->live() != count && SteadyClock::now() < limit) std::this_thread::yield();
    EXPECT_EQ(proxy_->live(), count);
  }

  EchoServer server_;
  std::unique_ptr<Proxy> proxy_ = std::make_unique<Proxy>("127.0.0.1", server_.port());
};

class ProxyTrouble : public ProxyTest {};

TEST_F(ProxyTest, carries_bytes_both_ways) {
  const EchoClient client = connect();
  EXPECT_EQ(client.echo("ping"), "ping");
  EXPECT_EQ(client.echo("pong"), "pong");
  EXPECT_EQ(server_.heard(), "pingpong");
}

TEST_F(ProxyTest, carries_more_than_any_buffer_holds) {
  std::string text;
  while (text.size() < (8U << 20)) text += std::to_string(text.size()) + " ";
  const EchoClient client = connect();
  const std::jthread sender([&] { client.send(text); });
  EXPECT_TRUE(client.receive(text.size()) == text);
}

TEST_F(ProxyTest, carries_the_end_of_one_direction_before_that_of_the_other) {
  const EchoClient client = connect();
  client.send("last words");
  client.end_sending();
  EXPECT_EQ(client.receive(10), "last words");
  EXPECT_TRUE(client.sees_end());
}

TEST_F(ProxyTest, carries_many_connections_at_once) {
  std::vector<EchoClient> clients;
  for (int i = 0; i < 50; ++i) clients.push_back(connect());
  const auto name = [](std::size_t i) { return "client " + std::to_string(i); };
  for (std::size_t i = 0; i < clients.size(); ++i) clients[i].send(name(i));
  for (std::size_t i = 0; i < clients.size(); ++i) EXPECT_EQ(clients[i].receive(name(i).size()), name(i));
  EXPECT_EQ(proxy_->connections(), 50U);
  EXPECT_EQ(proxy_->live(), 50U);
}

TEST_F(ProxyTest, counts_how_often_something_comes_from_the_server) {
  const EchoClient client = connect();
  EXPECT_EQ(proxy_->replies(), 0U);
  EXPECT_EQ(client.echo("one"), "one");
  EXPECT_EQ(client.echo("two"), "two");
  EXPECT_EQ(proxy_->replies(), 2U);
}

TEST_F(ProxyTest, cuts_what_is_live_and_serves_whoever_comes_later) {
  const EchoClient served = connect_through();
  const EchoClient fresh = connect();
  wait_until_live(2);
  proxy_->cut();
  EXPECT_EQ(proxy_->live(), 0U);
  EXPECT_TRUE(served.sees_reset());
  EXPECT_TRUE(fresh.sees_reset());
  connect_through();
  EXPECT_EQ(proxy_->connections(), 3U);
}

TEST_F(ProxyTest, refuses_the_live_and_the_new_while_told_to) {
  const EchoClient live = connect_through();
  proxy_->refuse(true);
  EXPECT_TRUE(live.sees_reset());
  EXPECT_TRUE(connect().sees_reset());
  EXPECT_EQ(proxy_->connections(), 2U);
  EXPECT_EQ(proxy_->live(), 0U);
  proxy_->refuse(false);
  connect_through();
}

TEST_F(ProxyTest, holds_back_what_is_delayed_and_keeps_its_order) {
  const EchoClient client = connect_through();
  std::string sent;
  for (const Duration delay : {30ms, 20ms, 10ms, 0ms}) {
    proxy_->delay(delay);
    for (int i = 0; i < 3; ++i) {
      const std::string part = std::to_string(delay.count() + i) + " ";
      client.send(part);
      sent += part;
      let_the_proxy_work();
    }
  }
  EXPECT_EQ(client.receive(sent.size()), sent);
}

TEST_F(ProxyTest, delays_both_directions) {
  const EchoClient client = connect_through();
  proxy_->delay(20ms);
  const auto start = SteadyClock::now();
  EXPECT_EQ(client.echo("ping"), "ping");
  EXPECT_GE(SteadyClock::now() - start, 40ms);
}

TEST_F(ProxyTest, carries_nothing_while_half_open_and_cuts_what_lived_through_it) {
  const EchoClient old = connect_through();
  proxy_->half_open(true);
  const EchoClient fresh = connect();
  wait_until_live(2);
  old.send("lost");
  fresh.send("lost too");
  let_the_proxy_work();
  let_the_proxy_work();
  EXPECT_TRUE(old.is_silent());
  EXPECT_TRUE(fresh.is_silent());
  proxy_->half_open(false);
  EXPECT_TRUE(old.sees_reset());
  EXPECT_TRUE(fresh.sees_reset());
  connect_through();
  EXPECT_EQ(server_.heard(), "hello hello ");
}

/// Whether, of an echo, some byte came by itself.
bool brings_a_single_byte(const EchoClient& client) {
  constexpr std::size_t size = 300;
  client.send(std::string(size, 'x'));
  bool single = false;
  for (std::size_t got = 0; got < size;) {
    const std::size_t more = client.receive_some(size).size();
    if (more == 0) return false;
    single = single || more == 1;
    got += more;
  }
  return single;
}

TEST_F(ProxyTest, sends_one_byte_at_a_time_while_told_to) {
  const EchoClient client = connect_through();
  EXPECT_FALSE(brings_a_single_byte(client));
  proxy_->one_byte_at_a_time(true);
  // How much a busy reader finds at once is up to the scheduler.
  const auto limit = SteadyClock::now() + patience;
  while (!brings_a_single_byte(client)) ASSERT_LT(SteadyClock::now(), limit);
  proxy_->one_byte_at_a_time(false);
  EXPECT_FALSE(brings_a_single_byte(client));
}

TEST_F(ProxyTest, loses_one_reply_to_what_the_server_has_heard) {
  const EchoClient client = connect_through();
  const EchoClient other = connect_through();
  proxy_->lose_reply();
  client.send("done");
  EXPECT_TRUE(client.sees_reset());
  EXPECT_TRUE(server_.hears("done"));
  EXPECT_EQ(other.echo("next"), "next");
}

TEST_F(ProxyTest, loses_one_request_before_the_server_hears_it) {
  const EchoClient client = connect_through();
  proxy_->lose_request();
  client.send("lost");
  EXPECT_TRUE(client.sees_reset());
  connect_through();
  EXPECT_EQ(server_.heard(), "hello hello ");
}

TEST_F(ProxyTest, cuts_a_reply_in_its_middle) {
  const EchoClient client = connect_through();
  const EchoClient other = connect_through();
  proxy_->cut_after(8);
  EXPECT_EQ(other.echo("before"), "before");
  client.send("reply");
  EXPECT_EQ(client.receive(2), "re");
  EXPECT_TRUE(client.sees_reset());
  EXPECT_EQ(other.echo("behind"), "behind");
}

TEST_F(ProxyTest, heals_from_everything_at_once) {
  const EchoClient live = connect_through();
  proxy_->one_byte_at_a_time(true);
  proxy_->delay(1h);
  proxy_->lose_request();
  proxy_->lose_reply();
  proxy_->half_open(true);
  proxy_->heal();
  EXPECT_TRUE(live.sees_reset());
  connect_through();
  proxy_->refuse(true);
  proxy_->heal();
  connect_through();
}

TEST_F(ProxyTest, cuts_whom_it_cannot_connect_to_the_server) {
  constexpr std::uint16_t nobody = 1;
  const Proxy proxy("localhost", nobody);
  EXPECT_TRUE(EchoClient(proxy.port()).sees_reset());
}

TEST_F(ProxyTest, resets_live_connections_when_it_is_destroyed) {
  const EchoClient idle = connect_through();
  const EchoClient waiting = connect_through();
  proxy_->delay(1h);
  waiting.send("never arrives");
  let_the_proxy_work();
  proxy_.reset();
  EXPECT_TRUE(idle.sees_reset());
  EXPECT_TRUE(waiting.sees_reset());
  EXPECT_EQ(server_.heard(), "hello hello ");
}

bool has_made_every_fault(const Trouble& trouble) {
  return std::ranges::all_of(trouble.faults(), [](const auto& made) { return made.second > 0; });
}

TEST_F(ProxyTrouble, lets_a_client_through_that_reconnects_and_repeats) {
  const Trouble trouble(*proxy_, 7);
  const auto limit = SteadyClock::now() + patience;
  EchoClient client = connect();
  std::size_t lost = 0;
  for (int i = 0; i < 100 || (!has_made_every_fault(trouble) && SteadyClock::now() < limit); ++i) {
    const std::string request = "request " + std::to_string(i) + ";";
    while (client.echo(request) != request) {
      ASSERT_LT(SteadyClock::now(), 2 * patience + limit) << "after " << lost << " losses at " << request;
      ++lost;
      client = connect();
    }
    EXPECT_TRUE(server_.hears(request));
  }
  EXPECT_GT(lost, 0U);
  for (const auto& [fault, times] : trouble.faults()) EXPECT_GT(times, 0U) << to_text(fault);
}

TEST_F(ProxyTrouble, ends_with_a_proxy_that_is_well) {
  {
    const Trouble trouble(*proxy_, 11);
    const auto limit = SteadyClock::now() + patience;
    // Not a byte is sent, so that what is lost next has yet to be when this ends.
    while (!has_made_every_fault(trouble) && SteadyClock::now() < limit) EXPECT_TRUE(connect().sees_reset());
    EXPECT_TRUE(has_made_every_fault(trouble));
  }
  const EchoClient client = connect();
  EXPECT_FALSE(brings_a_single_byte(client));
  EXPECT_EQ(client.echo("well"), "well");
}

}  // namespace
}  // namespace baton::test::proxy_test
