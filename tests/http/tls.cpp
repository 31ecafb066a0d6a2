#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/asio/buffers_iterator.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <optional>

#include "http/fleet_fixture.hpp"
#include "support/programs.hpp"

namespace baton::test {

namespace {

namespace asio = boost::asio;
namespace ssl = asio::ssl;

constexpr std::chrono::seconds patience{30};

/// What a client over TLS saw.
struct Seen {
  std::string subject;  ///< of the certificate
  std::string answer;   ///< the head and what came with it; empty: no connection
};

std::string subject_of(SSL* connection) {
  X509* certificate = SSL_get1_peer_certificate(connection);
  if (certificate == nullptr) return "";
  std::array<char, 256> name{};
  X509_NAME_oneline(X509_get_subject_name(certificate), name.data(), name.size());
  X509_free(certificate);
  return name.data();
}

/// One request that trusts nobody but the authority in `folder`.
Seen ask(const std::filesystem::path& folder, std::uint16_t port, const std::string& request,
         int newest = TLS1_3_VERSION) {
  asio::io_context loop;
  ssl::context context(ssl::context::tls_client);
  context.load_verify_file((folder / "ca.crt").string());
  context.set_verify_mode(ssl::verify_peer);
  SSL_CTX_set_min_proto_version(context.native_handle(), TLS1_VERSION);
  SSL_CTX_set_max_proto_version(context.native_handle(), newest);
  SSL_CTX_set_security_level(context.native_handle(), 0);
  ssl::stream<asio::ip::tcp::socket> stream(loop, context);
  stream.set_verify_callback(ssl::host_name_verification("localhost"));
  boost::system::error_code error;
  stream.next_layer().connect({asio::ip::address_v4::loopback(), port}, error);
  stream.handshake(ssl::stream_base::client, error);
  if (error) return {.subject = "", .answer = ""};
  asio::write(stream, asio::buffer(request), error);
  std::string answer;
  asio::read_until(stream, asio::dynamic_buffer(answer), "\r\n\r\n", error);
  return {.subject = subject_of(stream.native_handle()), .answer = answer};
}

std::string get_text(const std::string& target, const std::string& more, const std::string& host = "localhost") {
  return "GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\n" + more + "Connection: close\r\n\r\n";
}

/// What is written on a terminal, to that text.
std::string read_until(const std::string& text, int terminal) {
  std::string all;
  std::array<char, 4096> chunk{};
  while (!all.contains(text)) {
    const ssize_t count = ::read(terminal, chunk.data(), chunk.size());
    if (count <= 0) break;
    all.append(chunk.data(), static_cast<std::size_t>(count));
  }
  return all;
}

/// The exit code of a child of ours; nothing: a signal ended it, or it would not end.
std::optional<int> end_of(pid_t pid) {
  const auto until = std::chrono::steady_clock::now() + patience;
  int status = 0;
  while (::waitpid(pid, &status, WNOHANG) != pid) {
    if (std::chrono::steady_clock::now() > until) {
      ::kill(pid, SIGKILL);
      ::waitpid(pid, &status, 0);
      return std::nullopt;
    }
    wait_briefly();
  }
  return WIFEXITED(status) ? std::optional(WEXITSTATUS(status)) : std::nullopt;
}

}  // namespace

/// A daemon with a certificate of an authority of its own.
class HttpTls : public ::testing::Test {
 protected:
  HttpTls() {
    make_certificate(folder_.path(), "first");
    install("first");
    program_.emplace(folder_,
                     std::vector<std::string>{"serve", "--store", "memory:", "--listen", "127.0.0.1:0", "--tls-cert",
                                              "tls.crt", "--tls-key", "tls.key", "--public-host", "baton.example"},
                     std::vector<std::string>{});
    static const std::string before_port = "listens on https://127.0.0.1:";
    if (!program_->says(before_port, 1, patience) || !program_->says("\n  token", 1, patience)) {
      throw std::runtime_error(program_->output());
    }
    const auto& said = program_->output();
    port_ = static_cast<std::uint16_t>(std::stoul(said.substr(said.find(before_port) + before_port.size())));
    token_ = contents_of(folder_.path() / "baton.token");
    token_.pop_back();
  }

  void install(const std::string& name) const {
    for (const char* kind : {".crt", ".key"}) {
      std::filesystem::copy_file(folder_.path() / (name + kind), folder_.path() / (std::string("tls") + kind),
                                 std::filesystem::copy_options::overwrite_existing);
    }
    std::filesystem::permissions(folder_.path() / "tls.key", std::filesystem::perms::owner_read);
  }
  std::string bearer() const { return "Authorization: Bearer " + token_ + "\r\n"; }

  TemporaryDirectory folder_;
  std::optional<Program> program_;
  std::uint16_t port_ = 0;
  std::string token_;
};

TEST_F(HttpTls, the_api_is_spoken_over_tls) {
  const auto seen = ask(folder_.path(), port_, get_text("/v1/agents", bearer()));
  EXPECT_TRUE(seen.answer.starts_with("HTTP/1.1 200 ")) << seen.answer;
  EXPECT_EQ(seen.subject, "/CN=first");
  EXPECT_TRUE(ask(folder_.path(), port_, get_text("/v1/agents", "")).answer.starts_with("HTTP/1.1 401 "));
}

TEST_F(HttpTls, old_versions_are_refused) {
  EXPECT_EQ(ask(folder_.path(), port_, get_text("/livez", ""), TLS1_1_VERSION).answer, "");
  EXPECT_NE(ask(folder_.path(), port_, get_text("/livez", ""), TLS1_2_VERSION).answer, "");
}

TEST_F(HttpTls, who_comes_without_it_is_told_so) {
  HttpClient plain(port_);
  const auto refused = plain.request("GET", "/livez", "", {});
  expect_problem(refused, 400, "bad_request");
  EXPECT_NE(refused.body.find("https://"), std::string::npos) << refused.body;
}

TEST_F(HttpTls, the_names_it_was_given_are_allowed) {
  EXPECT_TRUE(
      ask(folder_.path(), port_, get_text("/livez", "", "baton.example:7777")).answer.starts_with("HTTP/1.1 200"));
  EXPECT_TRUE(ask(folder_.path(), port_, get_text("/livez", "", "evil.example")).answer.starts_with("HTTP/1.1 403"));
  const auto plain_page = get_text("/livez", "Origin: http://localhost\r\n");
  EXPECT_TRUE(ask(folder_.path(), port_, plain_page).answer.starts_with("HTTP/1.1 403"));
  const auto own_page = get_text("/livez", "Origin: https://localhost\r\n");
  EXPECT_TRUE(ask(folder_.path(), port_, own_page).answer.starts_with("HTTP/1.1 200"));
}

TEST_F(HttpTls, a_cookie_is_for_tls_only) {
  const std::string body = R"({"token":")" + token_ + "\"}";
  const auto seen = ask(
      folder_.path(), port_,
      "POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
  EXPECT_NE(seen.answer.find("Set-Cookie: __Host-baton="), std::string::npos) << seen.answer;
  EXPECT_NE(seen.answer.find("; Secure\r\n"), std::string::npos) << seen.answer;
}

TEST_F(HttpTls, a_renewed_certificate_is_read_on_a_signal_and_a_bad_one_is_not_used) {
  make_certificate(folder_.path(), "second");
  install("second");
  program_->signal(SIGHUP);
  ASSERT_TRUE(program_->says("was read again", 1, patience)) << program_->output();
  EXPECT_EQ(ask(folder_.path(), port_, get_text("/livez", "")).subject, "/CN=second");
  std::ofstream(folder_.path() / "tls.crt") << "nothing\n";
  program_->signal(SIGHUP);
  ASSERT_TRUE(program_->says("stays as it was", 1, patience)) << program_->output();
  EXPECT_EQ(ask(folder_.path(), port_, get_text("/livez", "")).subject, "/CN=second");
}

TEST(HttpWithoutTls, a_signal_to_read_again_is_answered_with_a_line_and_ends_nothing) {
  const TemporaryDirectory folder;
  DaemonProcess daemon(folder, {"serve", "--store", "memory:"});
  daemon.signal(SIGHUP);
  ASSERT_TRUE(daemon.says("there is nothing to read again", 1, patience)) << daemon.output();
  daemon.signal(SIGHUP);
  ASSERT_TRUE(daemon.says("there is nothing to read again", 2, patience)) << daemon.output();
  EXPECT_EQ(daemon.call("GET", "/livez").status, 200);
}

TEST(HttpWithoutTls, a_daemon_whose_terminal_is_closed_stops_as_if_it_was_asked_to) {
  const TemporaryDirectory folder;
  const std::string state = "XDG_STATE_HOME=" + (folder.path() / "state").string();
  const std::array<const char*, 2> environment{state.c_str(), nullptr};
  const char* const binary = std::getenv("BATON_BINARY");  // NOLINT(concurrency-mt-unsafe)
  ASSERT_NE(binary, nullptr);
  int terminal = -1;
  const pid_t pid = ::forkpty(&terminal, nullptr, nullptr, nullptr);
  if (pid == 0) {
    if (::chdir(folder.path().c_str()) == 0) {
      ::execle(binary, binary, "serve", "--listen", "127.0.0.1:0", nullptr, environment.data());
    }
    ::_exit(127);
  }
  ASSERT_GT(pid, 0);
  EXPECT_THAT(read_until("\n  token", terminal), testing::HasSubstr("listens on"));
  EXPECT_FALSE(std::filesystem::is_empty(folder.path() / "state/baton/daemons"));
  ::close(terminal);
  // A shell that ends tells its jobs too, beside the system.
  for (int i = 0; i < 5; ++i) {
    ::kill(pid, SIGHUP);
    wait_briefly();
  }
  EXPECT_EQ(end_of(pid), 0);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path() / "state/baton/daemons")) << "it took its note away";
}

TEST(HttpTlsStart, half_a_certificate_a_wrong_one_and_none_off_loopback_are_refused) {
  const TemporaryDirectory folder;
  make_certificate(folder.path(), "one");
  std::filesystem::permissions(folder.path() / "one.key", std::filesystem::perms::owner_read);
  make_certificate(folder.path(), "two");
  std::filesystem::permissions(folder.path() / "two.key",
                               std::filesystem::perms::owner_read | std::filesystem::perms::others_read);
  const auto start = [&folder](std::vector<std::string> more) {
    more.insert(more.begin(), {"serve", "--store", "sqlite:state.db"});
    return run_baton(folder, more);
  };
  const auto off_loopback = start({"--listen", "0.0.0.0:0"});
  EXPECT_EQ(off_loopback.exit_code, 2);
  EXPECT_NE(off_loopback.out.find("--tls-cert"), std::string::npos) << off_loopback.out;
  EXPECT_EQ(start({"--tls-cert", "one.crt"}).exit_code, 2);
  EXPECT_EQ(start({"--tls-cert", "one.crt", "--tls-key", "missing.key"}).exit_code, 2);
  EXPECT_EQ(start({"--tls-cert", "two.crt", "--tls-key", "one.key"}).exit_code, 2);
  const auto shown = start({"--tls-cert", "two.crt", "--tls-key", "two.key"});
  EXPECT_EQ(shown.exit_code, 2);
  EXPECT_NE(shown.out.find("chmod o="), std::string::npos) << shown.out;
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "state.db")) << "no store is made that is then not served";
}

}  // namespace baton::test
