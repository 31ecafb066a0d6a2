#include <sys/socket.h>

#include <boost/asio/connect.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <thread>

#include "support/redis_client.hpp"

namespace baton::test {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using namespace std::chrono_literals;

/// Listens, accepts one connection, says something and waits for its end.
class Stranger {
 public:
  explicit Stranger(std::string says) : thread_([this, says = std::move(says)] { serve(says); }) {}
  ~Stranger() { thread_.join(); }
  Stranger(const Stranger&) = delete;
  Stranger& operator=(const Stranger&) = delete;

  std::string url() const { return "redis://:hunter2@127.0.0.1:" + std::to_string(acceptor_.local_endpoint().port()); }

 private:
  void serve(const std::string& says) {
    tcp::socket socket = acceptor_.accept();
    boost::system::error_code ended;
    asio::write(socket, asio::buffer(says), ended);
    std::array<char, 1024> heard{};
    while (!ended) socket.read_some(asio::buffer(heard), ended);
  }

  asio::io_context io_;
  tcp::acceptor acceptor_{io_, tcp::endpoint(asio::ip::address_v4::loopback(), 0)};
  std::thread thread_;
};

class RedisRefusals : public RedisClientTest {
 protected:
  static redis::ClientOptions short_of_time() {
    redis::ClientOptions options = hasty();
    options.connect_timeout = 200ms;
    return options;
  }
};

TEST_F(RedisRefusals, name_the_address_of_a_server_that_is_missing) {
  const std::string address = "127.0.0.1:" + std::to_string(free_port());
  const Error error = expect_refused("redis://bob:hunter2@" + address, Errc::unavailable, address);
  EXPECT_TRUE(error.detail.contains("refused")) << error.detail;
  EXPECT_TRUE(error.detail.contains("start it")) << error.detail;
}

TEST_F(RedisRefusals, name_a_host_that_nobody_knows) {
  expect_refused("redis://:hunter2@no-such-host.invalid", Errc::unavailable, "no-such-host.invalid", short_of_time());
}

TEST_F(RedisRefusals, tell_that_a_server_speaks_no_redis) {
  Stranger stranger("HTTP/1.1 400 Bad Request\r\n\r\n");
  expect_refused(stranger.url(), Errc::unavailable, "does not speak the Redis protocol");
}

TEST_F(RedisRefusals, tell_that_a_server_says_nothing) {
  Stranger stranger("");
  expect_refused(stranger.url(), Errc::unavailable, "no answer in time", short_of_time());
}

TEST_F(RedisRefusals, tell_that_a_password_is_wrong_or_missing) {
  RedisProcess server({.password = "hunter2"});
  EXPECT_TRUE(wait_for(connect(server.url())->call({"PING"}, redis::Repeat::safe)));
  expect_refused("redis://" + server.address(), Errc::unauthorized, "password");
  expect_refused("redis://:hunter2x@" + server.address(), Errc::unauthorized, "password");
  expect_refused("redis://bob:hunter2@" + server.address(), Errc::unauthorized, "password");
}

TEST_F(RedisRefusals, tell_that_a_server_has_no_password) {
  RedisProcess server;
  expect_refused("redis://:hunter2@" + server.address(), Errc::unauthorized, "leave it out");
}

TEST_F(RedisRefusals, tell_what_a_user_has_no_permission_for) {
  RedisProcess server({.config = {"user bob on >hunter2 ~ours:* +@all -xadd", "user mallory on >hunter2 ~* +@read"}});
  const auto client = connect("redis://bob:hunter2@" + server.address());
  EXPECT_TRUE(wait_for(client->call({"SET", "ours:k", "v"}, redis::Repeat::safe)));
  for (const redis::Command& command :
       {redis::Command{"XADD", "ours:s", "*", "f", "v"}, redis::Command{"GET", "theirs"}}) {
    const auto reply = wait_for(client->call(command, redis::Repeat::safe));
    ASSERT_FALSE(reply);
    EXPECT_EQ(reply.error().code, Errc::forbidden) << reply.error().detail;
    EXPECT_FALSE(reply.error().detail.contains("bob")) << reply.error().detail;
    EXPECT_TRUE(reply.error().detail.contains("ACL SETUSER")) << reply.error().detail;
  }
  const Error error = expect_refused("redis://mallory:hunter2@" + server.address(), Errc::forbidden, "INFO and ROLE");
  EXPECT_FALSE(error.detail.contains("mallory")) << error.detail;
}

TEST_F(RedisRefusals, tell_that_a_database_does_not_exist) {
  RedisProcess server({.config = {"databases 4"}});
  const auto client = connect(server.url() + "/3");
  EXPECT_TRUE(wait_for(client->call({"SET", "k", "v"}, redis::Repeat::safe)));
  EXPECT_EQ(server.ask({"-n", "3", "GET", "k"}), "v");
  expect_refused(server.url() + "/4", Errc::invalid, "database");
}

TEST_F(RedisRefusals, tell_that_a_server_is_a_replica) {
  RedisProcess primary;
  RedisProcess replica({.replica_of = primary.port()});
  expect_refused(replica.url(), Errc::unavailable, "name the primary");
}

TEST_F(RedisRefusals, tell_that_a_server_became_a_replica) {
  RedisProcess server;
  redis::ClientOptions options = hasty();
  options.patience = 300ms;
  const auto client = connect(server.url(), options);
  EXPECT_TRUE(wait_for(client->call({"SET", "k", "v"}, redis::Repeat::safe)));
  server.ask({"REPLICAOF", "127.0.0.1", std::to_string(free_port())});
  const auto script = script_of("return redis.call('SET', KEYS[1], 'w')");
  for (int i = 0; i < 2; ++i) {
    const auto reply = wait_for(client->run(script, "k", {}, redis::Repeat::never));
    ASSERT_FALSE(reply);
    EXPECT_EQ(reply.error().code, Errc::unavailable) << reply.error().detail;
    EXPECT_TRUE(reply.error().detail.contains("name the primary")) << reply.error().detail;
  }
  server.ask({"REPLICAOF", "NO", "ONE"});
  EXPECT_EQ(text_of(wait_for(client->run(script, "k", {}, redis::Repeat::never))), "OK");
}

TEST_F(RedisRefusals, tell_that_a_server_is_a_sentinel) {
  RedisProcess sentinel({.sentinel = true});
  expect_refused("redis://" + sentinel.address(), Errc::invalid, "redis+sentinel://");
}

class RedisTls : public RedisClientTest {};

TEST_F(RedisTls, carries_every_command_of_many_callers) {
  RedisProcess server({.password = "hunter2", .tls = true});
  const auto client = connect(server.url());
  std::vector<Replied> replies;
  for (int i = 0; i < 500; ++i)
    replies.push_back(start(client->call({"ECHO", std::to_string(i)}, redis::Repeat::safe)));
  for (std::size_t i = 0; i < replies.size(); ++i) EXPECT_EQ(text_of(replies[i].get()), std::to_string(i));
  const std::string large(2'000'000, 'v');
  EXPECT_EQ(text_of(wait_for(client->call({"SET", "k", large}, redis::Repeat::safe))), "OK");
  EXPECT_EQ(text_of(wait_for(client->call({"GET", "k"}, redis::Repeat::safe))), large);
}

TEST_F(RedisTls, connects_again_when_the_server_comes_back) {
  RedisProcess server({.tls = true});
  const auto client = connect(server.url());
  EXPECT_TRUE(wait_for(client->call({"PING"}, redis::Repeat::safe)));
  server.kill();
  auto waiting = start(client->call({"PING"}, redis::Repeat::safe));
  server.start();
  EXPECT_EQ(text_of(waiting.get()), "PONG");
}

TEST_F(RedisTls, trusts_nobody_unasked) {
  RedisProcess server({.config = {"bind 127.0.0.1 127.0.0.2"}, .tls = true});
  const std::string port = std::to_string(server.port());
  const std::string trust = "?ca=" + server.authority_file();
  EXPECT_TRUE(connect("rediss://localhost:" + port + trust));
  expect_refused("rediss://:hunter2@127.0.0.1:" + port, Errc::unavailable, "not trusted");
  expect_refused("rediss://:hunter2@127.0.0.2:" + port + trust, Errc::unavailable, "not trusted");
  expect_refused("rediss://:hunter2@127.0.0.1:" + port + "?ca=/no/such/file", Errc::invalid, "/no/such/file");
}

TEST_F(RedisTls, tells_that_only_one_side_has_it) {
  redis::ClientOptions options = hasty();
  options.connect_timeout = 500ms;
  RedisProcess encrypted({.tls = true});
  expect_refused("redis://:hunter2@" + encrypted.address(), Errc::unavailable, "rediss://", options);
  RedisProcess plain;
  expect_refused("rediss://:hunter2@" + plain.address(), Errc::unavailable, "TLS", options);
}

}  // namespace
}  // namespace baton::test
