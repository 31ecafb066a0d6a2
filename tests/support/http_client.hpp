#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace baton::test {

using Headers = std::vector<std::pair<std::string, std::string>>;

struct HttpResponse {
  int status = 0;  ///< 0: the connection ended before an answer
  Headers headers{};
  std::string body{};

  std::string header(std::string_view name) const;
};

/// One blocking connection to 127.0.0.1. Gives up after ten seconds without a byte, unless told otherwise.
class HttpClient {
 public:
  /// `receive_buffer`: how many bytes the system may hold for us; 0 for as many as it likes.
  explicit HttpClient(std::uint16_t port, int receive_buffer = 0);
  ~HttpClient();
  HttpClient(HttpClient&& other) noexcept;
  HttpClient& operator=(HttpClient&&) = delete;

  bool connected() const { return socket_ >= 0; }
  void give_up_after(std::chrono::microseconds silence) const;
  void send(std::string_view bytes) const;
  /// The next response. `has_body` is false for the answer to a HEAD.
  HttpResponse receive(bool has_body = true);
  /// The next line of what comes, without its end; nothing: the connection ended, or was silent for too long.
  std::optional<std::string> line();
  /// Whether the other side closed the connection, waiting for it if need be.
  bool sees_end();
  void close();

  HttpResponse request(std::string_view method, std::string_view target, std::string_view body, const Headers& headers);

 private:
  bool fill();

  int socket_ = -1;
  std::uint16_t port_;
  std::string buffer_;
  std::size_t searched_ = 0;  ///< no line ends before
};

/// The text of `name` in a flat search of the JSON text: a string's inside, or a number or word as written.
std::string json_word(const std::string& json, const std::string& name);

}  // namespace baton::test
