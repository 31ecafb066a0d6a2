#pragma once

#include <array>
#include <memory>
#include <string>
#include <utility>

#include "baton/event.hpp"

namespace baton {

/// How an event is written for those who follow the log.
enum class EventForm : std::uint8_t { plain, cloud };

/// An event that any number of readers hold. Each form of its text is made once, for the first who asks for it.
/// Lives on one event loop thread.
class SharedEvent {
 public:
  using Text = std::shared_ptr<const std::string>;

  explicit SharedEvent(Event event) : event_(std::move(event)) {}

  const Event& event() const { return event_; }
  /// What it is counted as while it waits for a reader.
  std::size_t size() const { return sizeof(*this) + event_.payload.text().size(); }

  template <class Write>
  const Text& text(EventForm form, const Write& write) const {
    Text& text = texts_[static_cast<std::size_t>(form)];
    if (!text) text = std::make_shared<const std::string>(write(event_));
    return text;
  }

 private:
  Event event_;
  mutable std::array<Text, 2> texts_;
};

using SharedEvents = std::vector<std::shared_ptr<const SharedEvent>>;

}  // namespace baton
