#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/write.hpp>
#include <thread>

#include "support/daemon_process.hpp"
#include "support/programs.hpp"

/// The client's side of TLS, against a server that answers one thing.
namespace baton::test {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class PrivateServer {
 public:
  PrivateServer(const std::filesystem::path& folder, int connections, std::string answer = healthy)
      : answer_(std::move(answer)), acceptor_(loop_, tcp::endpoint(asio::ip::address_v4::any(), 0)) {
    context_.use_certificate_chain_file((folder / "server.crt").string());
    context_.use_private_key_file((folder / "server.key").string(), asio::ssl::context::pem);
    thread_ = std::jthread([this, connections] {
      for (int i = 0; i < connections; ++i) serve();
    });
  }

  std::string port() const { return std::to_string(acceptor_.local_endpoint().port()); }

 private:
  void serve() {
    asio::ssl::stream<tcp::socket> stream(acceptor_.accept(), context_);
    boost::system::error_code error;
    stream.handshake(asio::ssl::stream_base::server, error);
    if (error) return;
    std::string request;
    asio::read_until(stream, asio::dynamic_buffer(request), "\r\n\r\n", error);
    asio::write(stream, asio::buffer(answer_), error);
    stream.shutdown(error);
  }

  static constexpr const char* healthy =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 19\r\n\r\n{\"backend\":\"there\"}";

  std::string answer_;
  asio::io_context loop_;
  asio::ssl::context context_{asio::ssl::context::tls_server};
  tcp::acceptor acceptor_;
  std::jthread thread_;
};

TEST(PrivateClient, trusts_who_was_signed_for_that_name_and_nobody_else) {
  const TemporaryDirectory folder;
  make_certificate(folder.path(), "server");
  const PrivateServer server(folder.path(), 4);
  const auto health = [&](const std::string& host, std::vector<std::string> more) {
    std::vector<std::string> command{"health", "--url", "https://" + host + ":" + server.port()};
    command.insert(command.end(), more.begin(), more.end());
    return run_baton(folder, command, {"BATON_TOKEN=" + std::string(64, 'x')});
  };
  const Ended trusted = health("localhost", {"--ca-file", "ca.crt"});
  EXPECT_EQ(trusted.exit_code, 0) << trusted.out;
  EXPECT_THAT(trusted.out, HasSubstr("there"));
  const Ended unknown = health("localhost", {});
  EXPECT_EQ(unknown.exit_code, 1);
  EXPECT_THAT(unknown.out, HasSubstr("name the authority that signed its certificate with --ca-file"));
  const Ended other_name = health("127.0.0.2", {"--ca-file", "ca.crt"});
  EXPECT_EQ(other_name.exit_code, 1);
  EXPECT_THAT(other_name.out, AllOf(HasSubstr("mismatch"), HasSubstr("name the daemon as its certificate does"),
                                    Not(HasSubstr("--ca-file"))));
  const Ended no_file = health("localhost", {"--ca-file", "nowhere"});
  EXPECT_EQ(no_file.exit_code, 2);
  EXPECT_THAT(no_file.out, HasSubstr("--ca-file nowhere"));
}

TEST(PrivateClient, takes_no_other_web_server_for_a_daemon) {
  const TemporaryDirectory folder;
  make_certificate(folder.path(), "server");
  for (const char* answer :
       {"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html>",
        "HTTP/1.1 404 File not found\r\nContent-Type: text/html\r\n\r\n<html>", "HTTP/1.1 401 Unauthorized\r\n\r\n",
        "HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\n\r\n{\"error\":1}"}) {
    const PrivateServer server(folder.path(), 1, answer);
    const std::string url = "https://localhost:" + server.port();
    const Ended refused = run_baton(folder, {"task", "list", "--url", url, "--ca-file", "ca.crt"},
                                    {"BATON_TOKEN=" + std::string(64, 'x')});
    EXPECT_EQ(refused.exit_code, 1) << answer;
    EXPECT_THAT(refused.out, AllOf(HasSubstr("what answers at " + url), HasSubstr("is no baton; check --url")));
  }
}

TEST(PrivateClient, is_told_that_a_certificate_has_expired) {
  const TemporaryDirectory folder;
  make_certificate(folder.path(), "server", std::nullopt, -1);
  const PrivateServer server(folder.path(), 1);
  const Ended refused =
      run_baton(folder, {"health", "--url", "https://localhost:" + server.port(), "--ca-file", "ca.crt"},
                {"BATON_TOKEN=" + std::string(64, 'x')});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.out, AllOf(HasSubstr("certificate has expired"), HasSubstr("renew the daemon's certificate"),
                                 Not(HasSubstr("name the authority"))));
}

TEST(PrivateClient, is_told_of_a_port_that_speaks_no_tls) {
  const TemporaryDirectory folder;
  const DaemonProcess daemon(folder, {"serve", "--store", "memory:"});
  const std::string address = "127.0.0.1:" + std::to_string(daemon.port());
  const Ended refused = run_baton(folder, {"health", "--url", "https://" + address}, {});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.out, HasSubstr(address + " speaks no TLS; use http:// instead of https://"));
}

}  // namespace
}  // namespace baton::test
