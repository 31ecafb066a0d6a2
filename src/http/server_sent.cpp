#include "http/server_sent.hpp"

#include <utility>

#include "core/codec.hpp"
#include "core/writer.hpp"

namespace baton::http {

namespace {

constexpr std::string_view reconnect_after = "1000";  // milliseconds

BodySource::Pieces::value_type piece(std::string text) { return std::make_shared<const std::string>(std::move(text)); }

/// An id alone tells the client where to resume, and is no event to it.
std::string id_of(Position position) { return "id: " + std::to_string(position.value) + "\n"; }

std::string named_event(Position position, std::string_view name, const Json& data) {
  return id_of(position).append("event: ").append(name).append("\ndata: ").append(data.text()).append("\n\n");
}

std::string trimmed_notice(const Trimmed& trimmed) {
  const Json data = ObjectWriter().number("after", trimmed.after.value).number("first", trimmed.first.value).json();
  return named_event(Position{trimmed.first.value - 1}, "log.trimmed", data);
}

std::string overrun_notice(Position upto) {
  return named_event(upto, "stream.overrun", ObjectWriter().number("after", upto.value).json());
}

}  // namespace

std::string server_sent(const Event& event, EventForm form, std::string_view source) {
  const Json data = form == EventForm::cloud ? cloud_event(event, source) : encode(event);
  return named_event(event.position, to_text(event.type), data);
}

boost::asio::awaitable<BodySource::Pieces> ServerSent::next() {
  if (ended_) co_return Pieces{};
  if (!std::exchange(begun_, true)) {
    const std::string retry = "retry: " + std::string(reconnect_after) + "\n";
    co_return Pieces{piece(retry + id_of(reader_->position()) + "\n")};
  }
  const Portion portion = co_await reader_->next(Bell::Clock::now() + keep_alive_);
  if (!co_await may_listen()) co_return Pieces{};
  co_return pieces_of(portion);
}

boost::asio::awaitable<bool> ServerSent::may_listen() {
  const auto now = Bell::Clock::now();
  if (now < look_at_) co_return true;
  look_at_ = now + keep_alive_;
  co_return co_await listener_.access->still_admits(listener_.token);
}

BodySource::Pieces ServerSent::pieces_of(const Portion& portion) {
  Pieces pieces;
  if (portion.trimmed) pieces.push_back(piece(trimmed_notice(*portion.trimmed)));
  for (const auto& event : portion.events) {
    pieces.push_back(event->text(form_, [this](const Event& told) { return server_sent(told, form_, source_); }));
  }
  if (portion.then == Portion::Then::overrun) pieces.push_back(piece(overrun_notice(portion.upto)));
  ended_ = portion.then != Portion::Then::more;
  // The position moves on even if nothing was for this client, so that it resumes from there.
  if (pieces.empty() && !ended_) pieces.push_back(piece(": keep-alive\n" + id_of(portion.upto) + "\n"));
  return pieces;
}

}  // namespace baton::http
