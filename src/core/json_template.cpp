#include "core/json_template.hpp"

#include <utility>

#include "core/json_pointer.hpp"

namespace baton {

namespace {

/// As plain text, if it is one value and not a structure.
std::optional<std::string> plain_text(const JsonValue& value) {
  if (const auto* text = value.text()) return *text;
  if (const auto* number = value.digits()) return number->text;
  if (const auto* flag = value.boolean()) return *flag ? "true" : "false";
  return std::nullopt;
}

}  // namespace

Result<JsonPlace> JsonPlace::parse(std::string_view pointer) {
  auto names = pointer_names(pointer);
  if (!names) {
    return fail(Errc::invalid, "`" + std::string(pointer) + "` is no JSON pointer; write it like /issue/number");
  }
  JsonPlace place;
  place.names_ = *std::move(names);
  return place;
}

const JsonValue* JsonPlace::find(const JsonValue& in) const { return look_up(in, names_); }

Result<JsonTemplate> JsonTemplate::parse(std::string_view text) {
  JsonTemplate made;
  std::string plain;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c != '{' && c != '}') {
      plain += c;
    } else if (at + 1 < text.size() && text[at + 1] == c) {
      plain += c;
      ++at;
    } else {
      const std::size_t end = c == '{' ? text.find('}', at) : std::string_view::npos;
      if (end == std::string_view::npos) return fail(Errc::invalid, "a brace stands alone; write {{ or }} for itself");
      auto place = JsonPlace::parse(text.substr(at + 1, end - at - 1));
      if (!place) return std::unexpected(std::move(place.error()));
      made.parts_.push_back({.text = std::exchange(plain, {}), .place = *std::move(place)});
      at = end;
    }
  }
  if (!plain.empty()) made.parts_.push_back({.text = std::move(plain), .place = std::nullopt});
  return made;
}

Result<std::string> JsonTemplate::fill(const JsonValue& from) const {
  std::string filled;
  for (const Part& part : parts_) {
    filled += part.text;
    if (!part.place) continue;
    const JsonValue* value = part.place->find(from);
    const auto text = value == nullptr ? std::nullopt : plain_text(*value);
    if (!text) return fail(Errc::invalid, "the payload has no text or number where the mapping looks for one");
    filled += *text;
  }
  return filled;
}

}  // namespace baton
