#include "support/http_client.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>

namespace baton::test {

namespace {

bool same_name(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

HttpResponse parse_head(std::string_view head) {
  HttpResponse response;
  response.status = std::stoi(std::string(head.substr(head.find(' ') + 1, 3)));
  auto at = head.find("\r\n");
  while (at != std::string_view::npos) {
    const auto start = at + 2;
    at = head.find("\r\n", start);
    const auto line = head.substr(start, at - start);
    const auto colon = line.find(": ");
    if (colon != std::string_view::npos) {
      response.headers.emplace_back(line.substr(0, colon), line.substr(colon + 2));
    }
  }
  return response;
}

}  // namespace

std::string HttpResponse::header(std::string_view name) const {
  for (const auto& [known, value] : headers) {
    if (same_name(known, name)) return value;
  }
  return "";
}

HttpClient::HttpClient(std::uint16_t port, int receive_buffer) : port_(port) {
  socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (receive_buffer > 0) ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  give_up_after(std::chrono::seconds{10});
  if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) close();
}

HttpClient::~HttpClient() { close(); }

HttpClient::HttpClient(HttpClient&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)), port_(other.port_), buffer_(std::move(other.buffer_)) {}

void HttpClient::give_up_after(std::chrono::microseconds silence) const {
  constexpr std::int64_t second = 1'000'000;
  const timeval patience{.tv_sec = silence.count() / second, .tv_usec = silence.count() % second};
  ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
}

void HttpClient::close() {
  if (socket_ >= 0) ::close(socket_);
  socket_ = -1;
}

void HttpClient::send(std::string_view bytes) const {
  while (!bytes.empty()) {
    const auto count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

bool HttpClient::fill() {
  std::array<char, 65536> chunk{};
  const auto count = ::recv(socket_, chunk.data(), chunk.size(), 0);
  if (count <= 0) return false;
  buffer_.append(chunk.data(), static_cast<std::size_t>(count));
  return true;
}

HttpResponse HttpClient::receive(bool has_body) {
  auto end = buffer_.find("\r\n\r\n");
  while (end == std::string::npos) {
    if (!fill()) return {};
    end = buffer_.find("\r\n\r\n");
  }
  auto response = parse_head(std::string_view(buffer_).substr(0, end));
  buffer_.erase(0, end + 4);
  const auto length = response.header("Content-Length");
  const std::size_t size = has_body && !length.empty() ? std::stoul(length) : 0;
  while (buffer_.size() < size) {
    if (!fill()) return {};
  }
  response.body = buffer_.substr(0, size);
  buffer_.erase(0, size);
  return response;
}

std::optional<std::string> HttpClient::line() {
  auto end = buffer_.find('\n', searched_);
  while (end == std::string::npos) {
    searched_ = buffer_.size();
    if (!fill()) return std::nullopt;
    end = buffer_.find('\n', searched_);
  }
  auto line = buffer_.substr(0, end);
  buffer_.erase(0, end + 1);
  searched_ = 0;
  return line;
}

bool HttpClient::sees_end() {
  char next = 0;
  return buffer_.empty() && ::recv(socket_, &next, 1, 0) == 0;
}

HttpResponse HttpClient::request(std::string_view method, std::string_view target, std::string_view body,
                                 const Headers& headers) {
  std::string text = std::string(method) + " " + std::string(target) + " HTTP/1.1\r\n";
  const bool has_host = std::ranges::any_of(headers, [](const auto& header) { return header.first == "Host"; });
  if (!has_host) text += "Host: 127.0.0.1:" + std::to_string(port_) + "\r\n";
  for (const auto& [name, value] : headers) text.append(name).append(": ").append(value).append("\r\n");
  if (!body.empty()) text += "Content-Length: " + std::to_string(body.size()) + "\r\n";
  send(text + "\r\n" + std::string(body));
  return receive(method != "HEAD");
}

std::string json_word(const std::string& json, const std::string& name) {
  const auto at = json.find("\"" + name + "\":");
  if (at == std::string::npos) return "";
  auto rest = std::string_view(json).substr(at + name.size() + 3);
  if (rest.starts_with('"')) return std::string(rest.substr(1, rest.find('"', 1) - 1));
  return std::string(rest.substr(0, rest.find_first_of(",}]")));
}

}  // namespace baton::test
