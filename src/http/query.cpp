#include "http/query.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace baton::http {

namespace {

/// Such a body means nothing (RFC 9110), so what it says would be lost without a word.
bool has_stray_body(const Arrival& arrival) {
  if (arrival.body.empty()) return false;
  return arrival.method == Method::get || arrival.method == Method::head || arrival.method == Method::delete_;
}

}  // namespace

Query::Query(const Request& request) : Query(request.query) {
  if (!has_stray_body(request.arrival)) return;
  wrong_ =
      "a " + std::string(to_text(request.arrival.method)) + " has its parameters in the query, and this one has a body";
}

bool Query::has(std::string_view name) const { return std::ranges::find(left_, name, &Named::name) != left_.end(); }

std::optional<std::string> Query::take(std::string_view name) {
  // Nobody will have to be told what was asked for.
  if (left_.empty()) return std::nullopt;
  asked_.emplace_back(name);
  const auto found = std::ranges::find(left_, name, &Named::name);
  if (found == left_.end()) return std::nullopt;
  auto value = std::move(found->value);
  left_.erase(found);
  return value;
}

void Query::refuse(std::string_view name, const std::string& why) {
  if (wrong_.empty()) wrong_ = "the query parameter `" + std::string(name) + "` " + why;
}

std::optional<std::uint64_t> Query::whole(std::string_view name, std::uint64_t most) {
  const auto text = take(name);
  if (!text) return std::nullopt;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (error == std::errc{} && end == text->data() + text->size() && value <= most) return value;
  refuse(name, "is not a whole number up to " + std::to_string(most));
  return std::nullopt;
}

void Query::flag(std::string_view name, bool& into) {
  const auto text = take(name);
  if (!text) return;
  if (text->empty() || *text == "true") {
    into = true;
  } else if (*text == "false") {
    into = false;
  } else {
    refuse(name, "is neither true nor false");
  }
}

void Query::seconds(std::string_view name, Duration& into, Duration most, Duration least) {
  const auto text = take(name);
  if (!text) return;
  double value = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value, std::chars_format::fixed);
  const double low = std::chrono::duration<double>(least).count();
  const double high = std::chrono::duration<double>(most).count();
  if (error != std::errc{} || end != text->data() + text->size() || !(value >= low) || value > high) {
    return refuse(name, "is not a number of seconds from " + std::to_string(std::llround(low)) + " to " +
                            std::to_string(std::llround(high)));
  }
  into = std::chrono::duration_cast<Duration>(std::chrono::duration<double>(value));
}

void Query::event_types(std::string_view name, EventTypes& into) {
  each(name, [&into](std::string_view pattern) -> Result<void> {
    const auto types = parse_event_pattern(pattern);
    if (!types) return std::unexpected(types.error());
    into |= *types;
    return {};
  });
}

void Query::choices(std::string_view name, std::vector<EventType>& into) {
  EventTypes types;
  event_types(name, types);
  into = listed(types);
}

std::vector<std::string> Query::split(std::string_view text) {
  std::vector<std::string> parts;
  for (;;) {
    const auto comma = text.find(',');
    parts.emplace_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return parts;
    text.remove_prefix(comma + 1);
  }
}

Result<void> Query::done() const {
  if (!wrong_.empty()) return fail(Errc::invalid, wrong_);
  if (left_.empty()) return {};
  std::string known;
  for (const auto& name : asked_) known += (known.empty() ? "`" : ", `") + name + "`";
  return fail(Errc::invalid,
              "unknown query parameter `" + left_.front().name + "`; known here: " + (known.empty() ? "none" : known));
}

}  // namespace baton::http
