#include "support/sse_client.hpp"

#include <utility>

namespace baton::test {

namespace {

std::string value_in(const std::string& line, const std::string& field) {
  return line.starts_with(field + ": ") ? line.substr(field.size() + 2) : "";
}

}  // namespace

SseClient::SseClient(std::uint16_t port, const std::string& token, const std::string& target, Headers headers,
                     int receive_buffer)
    : client_(port, receive_buffer) {
  headers.emplace_back("Authorization", "Bearer " + token);
  if (client_.connected()) response_ = client_.request("GET", target, "", headers);
  // What begins the stream says where it begins, and is there before anything happens.
  SseEvent nothing;
  if (response_.status == 200) read_block(nothing);
}

SseClient::Read SseClient::read_block(SseEvent& event) {
  bool comment = false;
  while (auto line = client_.line()) {
    if (line->empty()) {
      // Only now is the block whole: half of one must not move the place to resume from.
      if (!event.id.empty()) last_id_ = event.id;
      if (!event.data.empty()) return Read::event;
      return comment ? Read::comment : Read::nothing;
    }
    comment = comment || line->starts_with(':');
    if (line->starts_with("id: ")) event.id = value_in(*line, "id");
    if (line->starts_with("event: ")) event.name = value_in(*line, "event");
    if (line->starts_with("data: ")) event.data = value_in(*line, "data");
  }
  return Read::end;
}

std::optional<SseEvent> SseClient::next() {
  for (;;) {
    SseEvent event;
    const Read read = read_block(event);
    if (read == Read::event) return event;
    if (read == Read::end) return std::nullopt;
  }
}

bool SseClient::sees_comment() {
  for (;;) {
    SseEvent event;
    const Read read = read_block(event);
    if (read == Read::comment) return true;
    if (read == Read::end) return false;
  }
}

}  // namespace baton::test
