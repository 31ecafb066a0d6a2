#include "cli/json_walk.hpp"

#include "core/number.hpp"
#include "core/scan.hpp"

namespace baton::cli {

std::optional<std::string_view> value_at(std::string_view json, std::string_view path) {
  while (!path.empty()) {
    const auto dot = path.find('.');
    auto found = member_of(json, path.substr(0, dot));
    if (!found) return std::nullopt;
    const auto value = found->value();
    if (!value) return std::nullopt;
    json = *value;
    path = dot == std::string_view::npos ? std::string_view{} : path.substr(dot + 1);
  }
  return json;
}

std::vector<std::string_view> elements_of(std::string_view array) {
  std::vector<std::string_view> elements;
  Scan scan(array);
  if (!scan.take('[') || scan.peek() == ']') return elements;
  do {
    const auto value = scan.value();
    if (!value) break;
    elements.push_back(*value);
  } while (scan.take(','));
  return elements;
}

std::vector<std::pair<std::string, std::string_view>> members_of(std::string_view object) {
  std::vector<std::pair<std::string, std::string_view>> members;
  Scan scan(object);
  if (!scan.take('{') || scan.peek() == '}') return members;
  do {
    auto name = scan.string();
    if (!name || !scan.take(':')) break;
    const auto value = scan.value();
    if (!value) break;
    members.emplace_back(*std::move(name), *value);
  } while (scan.take(','));
  return members;
}

std::string text_of(std::optional<std::string_view> value) {
  if (!value || *value == "null") return "";
  if (value->starts_with('"')) return Scan(*value).string().value_or("");
  return std::string(*value);
}

std::string text_at(std::string_view json, std::string_view path) { return text_of(value_at(json, path)); }

std::uint64_t number_at(std::string_view json, std::string_view path) { return leading_number(text_at(json, path)); }

}  // namespace baton::cli
