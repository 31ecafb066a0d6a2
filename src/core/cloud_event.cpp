#include "core/cloud_event.hpp"

#include <array>
#include <optional>

#include "core/codec.hpp"
#include "core/event_words.hpp"
#include "core/writer.hpp"

namespace baton {

namespace {

constexpr std::string_view unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

/// As a segment of a path.
std::string escaped_name(std::string_view name) {
  static constexpr std::string_view hex = "0123456789ABCDEF";
  std::string text;
  for (const char c : name) {
    if (unreserved.contains(c)) {
      text += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      text.append(1, '%').append(1, hex[byte >> 4U]).append(1, hex[byte & 15U]);
    }
  }
  return text;
}

/// What an event is about when it is neither a task nor an agent: the word of its payload, and the noun of its path.
struct NamedThing {
  std::string_view word;
  std::string_view path;
};
constexpr std::array things{NamedThing{"lock", "locks/"}, NamedThing{"thread", "threads/"},
                            NamedThing{"correlation", "correlations/"}, NamedThing{"group", "groups/"},
                            NamedThing{"lane", "queue/lanes/"}};

/// The path under /v1 of what the event is about.
std::optional<std::string> subject_of(const Event& event) {
  for (const auto& [word, path] : things) {
    const auto name = event.task ? std::nullopt : word_of(event, word);
    if (name) return std::string(path) + escaped_name(*name);
  }
  if (event.task) return "tasks/" + event.task->str();
  if (event.agent) return "agents/" + escaped_name(event.agent->str());
  return std::nullopt;
}

}  // namespace

std::string cloud_source(std::string_view name_space) { return "urn:baton:" + escaped_name(name_space); }

Json cloud_event(const Event& event, std::string_view source) {
  ObjectWriter object;
  object.text("specversion", "1.0").text("id", std::to_string(event.position.value)).text("source", source);
  object.text("type", "dev.baton." + std::string(to_text(event.type)));
  if (const auto subject = subject_of(event)) object.text("subject", *subject);
  object.text("time", to_text(event.at)).text("datacontenttype", "application/json");
  if (const auto trace = word_of(event, "traceparent")) object.text("traceparent", *trace);
  return object.json("data", encode(event)).json();
}

}  // namespace baton
