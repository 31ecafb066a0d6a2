#include "http/routes.hpp"

#include <algorithm>
#include <optional>

namespace baton::http {

namespace {

std::vector<std::string_view> split(std::string_view path) {
  std::vector<std::string_view> segments;
  path.remove_prefix(1);
  for (;;) {
    const auto slash = path.find('/');
    segments.push_back(path.substr(0, slash));
    if (slash == std::string_view::npos) return segments;
    path.remove_prefix(slash + 1);
  }
}

bool is_placeholder(std::string_view segment) { return segment.starts_with('{'); }

std::optional<std::vector<Named>> placeholders_of(const std::vector<std::string_view>& pattern,
                                                  const std::vector<std::string>& segments) {
  if (pattern.size() != segments.size()) return std::nullopt;
  std::vector<Named> found;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (is_placeholder(pattern[i]) && !segments[i].empty()) {
      found.push_back({std::string(pattern[i].substr(1, pattern[i].size() - 2)), segments[i]});
    } else if (pattern[i] != segments[i]) {
      return std::nullopt;
    }
  }
  return found;
}

void add_method(std::string& allowed, Method method) {
  if (!allowed.empty()) allowed += ", ";
  allowed += to_text(method);
  if (method == Method::get) allowed += ", HEAD";
}

}  // namespace

RouteTable::RouteTable(std::span<const Route> routes) {
  for (const auto& route : routes) entries_.push_back({&route, split(route.path())});
}

RouteMatch RouteTable::match(Method method, const std::vector<std::string>& segments) const {
  const Method wanted = method == Method::head ? Method::get : method;
  std::string allowed;
  for (const auto& entry : entries_) {
    auto placeholders = placeholders_of(entry.segments, segments);
    if (!placeholders) continue;
    if (entry.route->method() == wanted) return RouteFound{entry.route, *std::move(placeholders)};
    add_method(allowed, entry.route->method());
  }
  if (allowed.empty()) return PathMissing{};
  return MethodMissing{std::move(allowed)};
}

}  // namespace baton::http
