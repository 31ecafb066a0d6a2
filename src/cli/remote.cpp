#include "cli/remote.hpp"

#include <fmt/format.h>

#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <fstream>
#include <iterator>
#include <sstream>

#include "cli/complain.hpp"
#include "core/scan.hpp"

namespace baton::cli {

namespace {

constexpr int not_found = 3;
constexpr int not_allowed = 4;
constexpr std::chrono::seconds patience{30};

struct Daemon {
  std::string host;
  std::string port = "7777";
};

Result<Daemon> parse_url(std::string_view url) {
  static constexpr std::string_view scheme = "http://";
  if (url.starts_with(scheme)) url.remove_prefix(scheme.size());
  while (url.ends_with('/')) url.remove_suffix(1);
  const auto colon = url.rfind(':');
  if (url.empty() || url.contains('/') || colon == 0) {
    return fail(Errc::invalid, "the daemon's address is written like http://127.0.0.1:7777");
  }
  Daemon daemon{.host = std::string(url.substr(0, colon))};
  if (colon != std::string_view::npos) daemon.port = url.substr(colon + 1);
  return daemon;
}

Result<std::string> token_in(const std::string& path) {
  std::ifstream file(path);
  std::string token;
  if (!(file >> token)) {
    return fail(Errc::invalid, fmt::format("there is no token in {}; the daemon says at its start where it keeps it: "
                                           "name that file with --token-file, or in BATON_TOKEN_FILE",
                                           path));
  }
  return token;
}

Result<RemoteAnswer> understand(const std::string& text) {
  RemoteAnswer answer;
  std::istringstream head(text);
  std::string version;
  const auto body = text.find("\r\n\r\n");
  if (!(head >> version >> answer.status) || !version.starts_with("HTTP/1.") || body == std::string::npos) {
    return fail(Errc::unavailable, "what answers there is no baton");
  }
  answer.body = text.substr(body + 4);
  return answer;
}

std::string word_in(const RemoteAnswer& answer, std::string_view name) {
  auto value = member_of(answer.body, name);
  return value && value->peek() == '"' ? value->string().value_or("") : "";
}

/// A problem says what happened and what to do next.
int refused(const RemoteCommand& command, const RemoteAnswer& answer) {
  std::string said = word_in(answer, "detail");
  if (said.empty()) said = fmt::format("the daemon answered with status {}", answer.status);
  const std::string next = word_in(answer, "next");
  fmt::print(stderr, "baton {}: {}{}{}\n", command.name, said, next.empty() ? "" : "; ", next);
  if (answer.status == 404) return not_found;
  return answer.status == 401 || answer.status == 403 ? not_allowed : failed;
}

}  // namespace

Result<RemoteAnswer> ask(const RemoteCommand& command) {
  const auto daemon = parse_url(command.url);
  if (!daemon) return std::unexpected(daemon.error());
  const auto token = token_in(command.token_file);
  if (!token) return std::unexpected(token.error());
  boost::asio::ip::tcp::iostream stream;
  stream.expires_after(patience);
  stream.connect(daemon->host, daemon->port);
  stream << command.method << ' ' << command.target << " HTTP/1.1\r\nHost: " << daemon->host << ':' << daemon->port
         << "\r\nAuthorization: Bearer " << *token << "\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
         << std::flush;
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  if (text.empty()) {
    return fail(Errc::unavailable, fmt::format("no daemon answers at {}:{}; start one with `baton serve`, or name its "
                                               "address with --url, or in BATON_URL",
                                               daemon->host, daemon->port));
  }
  return understand(text);
}

int run(const RemoteCommand& command) {
  const auto answer = ask(command);
  if (!answer) return complain(command.name, answer.error());
  if (answer->status / 100 != 2) return refused(command, *answer);
  show(answer->body);
  return done;
}

std::string in_path(std::string_view name) {
  std::string text;
  for (const char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("._~-").contains(c);
    text += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return text;
}

}  // namespace baton::cli
