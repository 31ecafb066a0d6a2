#pragma once

#include <memory>
#include <string>

#include "core/cloud_event.hpp"
#include "engine/event_reader.hpp"
#include "http/access.hpp"
#include "http/body_source.hpp"

namespace baton::http {

inline constexpr std::string_view event_stream_type = "text/event-stream";

/// The event as one server-sent event: its position is the id, its type the name.
std::string server_sent(const Event& event, EventForm form, std::string_view source);

/// Who listens to a stream.
struct Listener {
  std::shared_ptr<Access> access;
  TokenId token;
};

/// What a reader of the log sees, as server-sent events, for as long as its token is good. Looked at whenever the time of a
/// keep-alive has passed.
class ServerSent final : public BodySource {
 public:
  ServerSent(std::unique_ptr<EventReader> reader, EventForm form, std::string source, Duration keep_alive,
             Listener listener)
      : reader_(std::move(reader)),
        form_(form),
        source_(std::move(source)),
        keep_alive_(keep_alive),
        listener_(std::move(listener)) {}

  boost::asio::awaitable<Pieces> next() override;

 private:
  boost::asio::awaitable<bool> may_listen();
  Pieces pieces_of(const Portion& portion);

  std::unique_ptr<EventReader> reader_;
  EventForm form_;
  std::string source_;
  Duration keep_alive_;
  Listener listener_;
  Bell::Clock::time_point look_at_ = Bell::Clock::now() + keep_alive_;
  bool begun_ = false;
  bool ended_ = false;
};

}  // namespace baton::http
