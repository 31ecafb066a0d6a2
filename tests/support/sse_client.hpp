#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "support/daemon_process.hpp"
#include "support/http_client.hpp"

namespace baton::test {

struct SseEvent {
  std::string id;
  std::string name;
  std::string data;

  std::uint64_t position() const { return std::stoull(id); }
};

/// A client of server-sent events on a connection of its own, as an EventSource reads them.
class SseClient {
 public:
  SseClient(std::uint16_t port, const std::string& token, const std::string& target, Headers headers = {},
            int receive_buffer = 0);
  explicit SseClient(const DaemonProcess& daemon, const std::string& query = "", Headers headers = {})
      : SseClient(daemon.port(), daemon.token(), "/v1/events/stream" + query, std::move(headers)) {}

  /// The head of the answer.
  const HttpResponse& response() const { return response_; }

  /// The next event; nothing: the stream ended.
  std::optional<SseEvent> next();
  /// Reads until a comment has come; false: the stream ended.
  bool sees_comment();
  /// The last id there was, which an event source would resume from.
  const std::string& last_id() const { return last_id_; }

 private:
  enum class Read { event, comment, nothing, end };
  /// One block of lines.
  Read read_block(SseEvent& event);

  HttpClient client_;
  HttpResponse response_;
  std::string last_id_;
};

}  // namespace baton::test
