#include "http/target.hpp"

#include <algorithm>
#include <optional>

namespace baton::http {

namespace {

std::optional<unsigned> hex_digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A' + 10);
  return std::nullopt;
}

Result<std::string> decoded(std::string_view text, bool plus_is_space) {
  if (!text.contains('%') && !(plus_is_space && text.contains('+'))) return std::string(text);
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+' && plus_is_space) {
      out += ' ';
    } else if (text[i] != '%') {
      out += text[i];
    } else {
      if (i + 2 >= text.size())
        return fail(Errc::invalid, "a % in the request target is not followed by two hex digits");
      const auto first = hex_digit(text[i + 1]);
      const auto second = hex_digit(text[i + 2]);
      if (!first || !second) return fail(Errc::invalid, "a % in the request target is not followed by two hex digits");
      out += static_cast<char>(*first * 16 + *second);
      i += 2;
    }
  }
  return out;
}

Result<std::vector<std::string>> parse_path(std::string_view path) {
  if (!path.starts_with('/')) return fail(Errc::invalid, "the request target is not an absolute path");
  std::vector<std::string> segments;
  segments.reserve(static_cast<std::size_t>(std::ranges::count(path, '/')));
  path.remove_prefix(1);
  for (;;) {
    const auto slash = path.find('/');
    auto segment = decoded(path.substr(0, slash), false);
    if (!segment) return std::unexpected(segment.error());
    segments.push_back(*std::move(segment));
    if (slash == std::string_view::npos) return segments;
    path.remove_prefix(slash + 1);
  }
}

Result<Named> parse_parameter(std::string_view text) {
  const auto equals = text.find('=');
  auto name = decoded(text.substr(0, equals), true);
  if (!name) return std::unexpected(name.error());
  auto value = decoded(equals == std::string_view::npos ? "" : text.substr(equals + 1), true);
  if (!value) return std::unexpected(value.error());
  return Named{*std::move(name), *std::move(value)};
}

Result<std::vector<Named>> parse_query(std::string_view query) {
  std::vector<Named> parameters;
  while (!query.empty()) {
    const auto end = query.find('&');
    if (end != 0) {
      auto parameter = parse_parameter(query.substr(0, end));
      if (!parameter) return std::unexpected(parameter.error());
      if (std::ranges::any_of(parameters, [&](const Named& known) { return known.name == parameter->name; })) {
        return fail(Errc::invalid, "the query parameter `" + parameter->name + "` is there twice");
      }
      parameters.push_back(*std::move(parameter));
    }
    if (end == std::string_view::npos) break;
    query.remove_prefix(end + 1);
  }
  return parameters;
}

}  // namespace

Result<Target> parse_target(std::string_view text) {
  const auto question = text.find('?');
  auto segments = parse_path(text.substr(0, question));
  if (!segments) return std::unexpected(segments.error());
  auto query = parse_query(question == std::string_view::npos ? "" : text.substr(question + 1));
  if (!query) return std::unexpected(query.error());
  return Target{*std::move(segments), *std::move(query)};
}

}  // namespace baton::http
