#pragma once

#include <memory>
#include <string>

#include "core/cloud_event.hpp"
#include "engine/event_reader.hpp"
#include "http/body_source.hpp"

namespace baton::http {

inline constexpr std::string_view event_stream_type = "text/event-stream";

/// The event as one server-sent event: its position is the id, its type the name.
std::string server_sent(const Event& event, EventForm form, std::string_view source);

/// What a reader of the log sees, as server-sent events.
class ServerSent final : public BodySource {
 public:
  ServerSent(std::unique_ptr<EventReader> reader, EventForm form, std::string source, Duration keep_alive)
      : reader_(std::move(reader)), form_(form), source_(std::move(source)), keep_alive_(keep_alive) {}

  boost::asio::awaitable<Pieces> next() override;

 private:
  Pieces pieces_of(const Portion& portion);

  std::unique_ptr<EventReader> reader_;
  EventForm form_;
  std::string source_;
  Duration keep_alive_;
  bool begun_ = false;
  bool ended_ = false;
};

}  // namespace baton::http
