#include "core/json_pointer.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/scan.hpp"
#include "core/writer.hpp"

namespace baton {

namespace {

std::optional<std::string> unescaped_step(std::string_view text) {
  std::string step;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '~') {
      step += text[at];
      continue;
    }
    const char kind = at + 1 < text.size() ? text[++at] : '\0';
    if (kind != '0' && kind != '1') return std::nullopt;
    step += kind == '0' ? '~' : '/';
  }
  return step;
}

std::optional<std::string_view> item_of(std::string_view array, const std::string& step) {
  std::size_t wanted = 0;
  const auto [end, error] = std::from_chars(step.data(), step.data() + step.size(), wanted);
  if (error != std::errc{} || end != step.data() + step.size()) return std::nullopt;
  Scan scan(array);
  scan.take('[');
  for (std::size_t at = 0; !scan.at_end() && scan.peek() != ']'; ++at) {
    const auto item = scan.value();
    if (at == wanted) return item;
    if (!item || !scan.take(',')) return std::nullopt;
  }
  return std::nullopt;
}

std::optional<std::string_view> inside(std::string_view value, const std::string& step) {
  if (value.starts_with('[')) return item_of(value, step);
  if (!value.starts_with('{')) return std::nullopt;
  auto member = member_of(value, step);
  return member ? member->value() : std::nullopt;
}

/// As plain text, if it is one value and not a structure.
std::optional<std::string> plain_text(const Json& value) {
  const std::string& text = value.text();
  if (text.starts_with('"')) return Scan(text).string();
  if (text.starts_with('{') || text.starts_with('[') || value.is_null()) return std::nullopt;
  return text;
}

}  // namespace

Result<JsonPointer> JsonPointer::parse(std::string_view text) {
  JsonPointer pointer;
  if (!text.empty() && text.front() != '/') {
    return fail(Errc::invalid, "`" + std::string(text) + "` is no JSON pointer; write it like /issue/number");
  }
  while (!text.empty()) {
    text.remove_prefix(1);
    const std::size_t end = std::min(text.find('/'), text.size());
    auto step = unescaped_step(text.substr(0, end));
    if (!step) return fail(Errc::invalid, "in a JSON pointer ~ is written ~0, and / within a name ~1");
    // As canonical text spells the name.
    append_escaped(pointer.steps_.emplace_back(), *step);
    text.remove_prefix(end);
  }
  return pointer;
}

std::optional<Json> JsonPointer::find(const Json& in) const {
  std::string_view value = in.text();
  for (const std::string& step : steps_) {
    const auto found = inside(value, step);
    if (!found) return std::nullopt;
    value = *found;
  }
  return Json::trusted(std::string(value));
}

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
      auto place = JsonPointer::parse(text.substr(at + 1, end - at - 1));
      if (!place) return std::unexpected(std::move(place.error()));
      made.parts_.push_back({.text = std::exchange(plain, {}), .place = *std::move(place)});
      at = end;
    }
  }
  if (!plain.empty()) made.parts_.push_back({.text = std::move(plain), .place = std::nullopt});
  return made;
}

Result<std::string> JsonTemplate::fill(const Json& from) const {
  std::string filled;
  for (const Part& part : parts_) {
    filled += part.text;
    if (!part.place) continue;
    const auto value = part.place->find(from);
    auto text = value ? plain_text(*value) : std::nullopt;
    if (!text) return fail(Errc::invalid, "the payload has no text or number where the mapping looks for one");
    filled += *text;
  }
  return filled;
}

}  // namespace baton
