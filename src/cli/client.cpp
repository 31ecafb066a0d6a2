#include "cli/client.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <charconv>
#include <optional>

#include "cli/json_walk.hpp"
#include "cli/wire_reader.hpp"

namespace baton::cli {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

/// In seconds; more than any daemon grants.
constexpr double longest_wait = 3600;

constexpr auto told = asio::as_tuple(asio::use_awaitable);

std::string request_text(const Whereabouts& where, const Question& question) {
  return fmt::format(
      "{} {} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nConnection: close\r\nAccept: application/json\r\n"
      "Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{}",
      question.method, question.target, where.url().substr(where.url().find("//") + 2), where.token,
      question.body.size(), question.body);
}

std::unexpected<Error> nobody_there(const Whereabouts& where, const std::string& why) {
  return fail(Errc::unavailable, fmt::format("no daemon answers at {}: {}; start one with `baton serve`, or name its "
                                             "address with --url or in BATON_URL",
                                             where.url(), why));
}

asio::awaitable<Result<tcp::socket>> reach(const Whereabouts& where) {
  const auto executor = co_await asio::this_coro::executor;
  tcp::resolver resolver(executor);
  auto [unknown, endpoints] = co_await resolver.async_resolve(where.host, where.port, told);
  if (unknown) co_return nobody_there(where, "the host is not known");
  tcp::socket socket(executor);
  auto [refused, endpoint] = co_await asio::async_connect(socket, endpoints, told);
  if (refused) co_return nobody_there(where, refused.message());
  co_return std::move(socket);
}

/// Sends and reads to the end: the other side closes behind its answer.
template <class Stream>
asio::awaitable<std::string> converse(Stream* stream, std::string request) {
  auto [unsent, count] = co_await asio::async_write(*stream, asio::buffer(request), told);
  std::string text;
  if (unsent) co_return text;
  (void)co_await asio::async_read(*stream, asio::dynamic_buffer(text), told);
  co_return text;
}

/// For whom a certificate has to be. Without that, any certificate of a known authority would do.
bool expect_name(SSL* tls, const std::string& host) {
  if (host.empty()) return false;
  return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(tls), host.c_str()) == 1 || SSL_set1_host(tls, host.c_str()) == 1;
}

std::string advice_on(long verdict, const Whereabouts& where) {
  switch (verdict) {
    case X509_V_ERR_CERT_HAS_EXPIRED:
      return "renew the daemon's certificate and let the daemon read it with SIGHUP, or set this machine's clock";
    case X509_V_ERR_CERT_NOT_YET_VALID: return "compare the clocks of this machine and the daemon's";
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
      return fmt::format("name the daemon as its certificate does, or give it one for {}", where.host);
    default:
      return "name the authority that signed its certificate with --ca-file or in BATON_CA_FILE, or use https:// only "
             "where there is TLS";
  }
}

std::unexpected<Error> bad_certificate(const Whereabouts& where, long verdict) {
  const std::string against = where.ca_file.empty() ? "" : " by what " + where.ca_file + " holds";
  return fail(Errc::unavailable,
              fmt::format("no trust in {}: {}{}; {}", where.url(), X509_verify_cert_error_string(verdict), against,
                          advice_on(verdict, where)));
}

std::unexpected<Error> failed_handshake(const Whereabouts& where, const error_code& why, long verdict) {
  const bool plain = why.category() == asio::error::get_ssl_category() &&
                     ERR_GET_REASON(static_cast<unsigned long>(why.value())) == SSL_R_WRONG_VERSION_NUMBER;
  if (verdict != X509_V_OK) return bad_certificate(where, verdict);
  if (!plain) {
    return fail(Errc::unavailable, fmt::format("{} ended the handshake: {}; use https:// only where there is TLS",
                                               where.url(), why.message()));
  }
  return fail(Errc::unavailable,
              fmt::format("{}:{} speaks no TLS; use http:// instead of https://, or give its daemon a "
                          "certificate with --tls-cert and --tls-key",
                          where.host, where.port));
}

asio::awaitable<Result<std::string>> converse_privately(const Whereabouts& where, tcp::socket socket,
                                                        const Question& question) {
  asio::ssl::context trust(asio::ssl::context::tls_client);
  error_code error;
  if (where.ca_file.empty()) {
    trust.set_default_verify_paths(error);
  } else {
    trust.load_verify_file(where.ca_file, error);
  }
  if (error) {
    co_return fail(Errc::invalid, fmt::format("--ca-file {}: {}; name a file with certificates in PEM form",
                                              where.ca_file, error.message()));
  }
  asio::ssl::stream<tcp::socket> stream(std::move(socket), trust);
  stream.set_verify_mode(asio::ssl::verify_peer);
  if (!expect_name(stream.native_handle(), where.host)) {
    co_return bad_certificate(where, X509_V_ERR_HOSTNAME_MISMATCH);
  }
  SSL_set_tlsext_host_name(stream.native_handle(), where.host.c_str());
  auto [refused] = co_await stream.async_handshake(asio::ssl::stream_base::client, told);
  if (refused) co_return failed_handshake(where, refused, SSL_get_verify_result(stream.native_handle()));
  co_return co_await converse(&stream, request_text(where, question));
}

asio::awaitable<Result<std::string>> exchange(const Whereabouts& where, const Question& question) {
  auto socket = co_await reach(where);
  if (!socket) co_return std::unexpected(socket.error());
  if (where.tls) co_return co_await converse_privately(where, *std::move(socket), question);
  co_return co_await converse(&*socket, request_text(where, question));
}

/// How long the query lets the daemon wait; nothing if it does not say, or says what the daemon will refuse.
std::chrono::duration<double> wait_in(std::string_view target) {
  static constexpr std::string_view name = "wait=";
  double seconds = 0;
  for (auto at = target.find('?'); at < target.size(); at = target.find('&', at + 1)) {
    const std::string_view member = target.substr(at + 1);
    if (member.starts_with(name)) std::from_chars(member.data() + name.size(), member.data() + member.size(), seconds);
  }
  return std::chrono::duration<double>(seconds > 0 ? std::min(seconds, longest_wait) : 0);
}

/// What the API says to programs, for people at a terminal.
std::string next_of(const std::string& problem) {
  const std::string code = text_at(problem, "code");
  if (code == "invalid") return "correct it and try again";
  if (code == "conflict") return "look at how it is now, and decide again";
  if (code == "forbidden") return "use a token that is for it: name its file with --token-file";
  if (code == "exhausted") return "finish or remove something first";
  return text_at(problem, "next");
}

/// A detail that says itself what to do is left alone.
std::string with_next(const std::string& said, const std::string& next) {
  return next.empty() || said.contains("; ") ? said : said + "; " + next;
}

}  // namespace

std::string Whereabouts::url() const {
  const bool v6 = host.contains(':');
  return fmt::format("{}://{}:{}", tls ? "https" : "http", v6 ? "[" + host + "]" : host, port);
}

std::chrono::milliseconds whole_patience(const Question& question) {
  return question.patience + std::chrono::duration_cast<std::chrono::milliseconds>(wait_in(question.target));
}

Result<Answer> ask(const Whereabouts& where, const Question& question) {
  asio::io_context loop;
  std::optional<Result<std::string>> heard;
  asio::co_spawn(loop, exchange(where, question), [&heard](const std::exception_ptr& bug, Result<std::string> text) {
    if (bug) std::rethrow_exception(bug);
    heard = std::move(text);
  });
  const auto patience = whole_patience(question);
  loop.run_for(patience);
  if (!heard) return nobody_there(where, fmt::format("no answer within {} s", patience.count() / 1000));
  if (!*heard) return std::unexpected(heard->error());
  if ((*heard)->empty()) return nobody_there(where, "the connection ended without an answer");
  return understand_answer(**heard, where);
}

Error not_a_baton(const Answer& answer, const Whereabouts& where) {
  return {.code = Errc::unavailable,
          .detail = fmt::format("what answers at {} (status {}) is no baton; check --url", where.url(), answer.status)};
}

Error error_of(const Answer& answer, const Whereabouts& where) {
  const std::string problem = answer.is_json ? text_at(answer.body, "code") : "";
  if (problem.empty()) return not_a_baton(answer, where);
  std::string said = text_at(answer.body, "detail");
  if (problem == "too_many_failures") said = "too many wrong tokens were sent from here, " + said;
  if (answer.status == 401 || problem == "too_many_failures") {
    return {.code = Errc::unauthorized,
            .detail = fmt::format("{}; the token is from {}; name another with --token-file, or in BATON_TOKEN", said,
                                  where.token_from)};
  }
  Errc code = Errc::unavailable;
  if (answer.status == 404) code = Errc::not_found;
  if (answer.status == 409) code = Errc::conflict;
  if (answer.status == 400) code = Errc::invalid;
  if (answer.status == 403) code = Errc::forbidden;
  return {.code = code, .detail = with_next(said, next_of(answer.body))};
}

}  // namespace baton::cli
