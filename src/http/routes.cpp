#include "http/routes.hpp"

#include <algorithm>
#include <ranges>

#include "http/contract.hpp"

namespace baton::http {

namespace {

std::string_view name_in(std::string_view placeholder) { return placeholder.substr(1, placeholder.size() - 2); }

bool fits(std::string_view pattern, const std::string& segment) {
  return is_placeholder(pattern) ? !segment.empty() : pattern == segment;
}

/// From the back: paths of one length mostly begin alike.
bool all_fit(const std::vector<std::string_view>& pattern, const std::vector<std::string>& segments) {
  return std::ranges::equal(pattern | std::views::reverse, segments | std::views::reverse, &fits);
}

std::vector<Named> placeholders_of(const std::vector<std::string_view>& pattern,
                                   const std::vector<std::string>& segments) {
  std::vector<Named> found;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (is_placeholder(pattern[i])) found.push_back({std::string(name_in(pattern[i])), segments[i]});
  }
  return found;
}

void add_method(std::string& allowed, Method method) {
  if (!allowed.empty()) allowed += ", ";
  allowed += to_text(method);
  if (method == Method::get) allowed += ", HEAD";
}

}  // namespace

std::vector<std::string_view> segments_of(std::string_view path) {
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

std::vector<std::string_view> placeholders_in(std::string_view path) {
  std::vector<std::string_view> names;
  for (const auto segment : segments_of(path)) {
    if (is_placeholder(segment)) names.push_back(name_in(segment));
  }
  return names;
}

Contract Route::contract(Schemas& schemas) const { return action_.describe(*this, schemas); }

RouteTable::RouteTable(std::span<const Route> routes) {
  for (const auto& route : routes) entries_.push_back({&route, segments_of(route.path())});
}

RouteMatch RouteTable::match(Method method, const std::vector<std::string>& segments) const {
  const Method wanted = method == Method::head ? Method::get : method;
  std::string allowed;
  for (const auto& entry : entries_) {
    if (!all_fit(entry.segments, segments)) continue;
    if (entry.route->method() == wanted) return RouteFound{entry.route, placeholders_of(entry.segments, segments)};
    add_method(allowed, entry.route->method());
  }
  if (allowed.empty()) return PathMissing{};
  return MethodMissing{std::move(allowed)};
}

}  // namespace baton::http
