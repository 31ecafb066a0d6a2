#include "http/input.hpp"

#include "core/canonical.hpp"
#include "core/scan.hpp"

namespace baton::http {

Result<Json> body_of(Request& request) {
  std::string& text = request.arrival.body;
  if (text.empty()) return Json::trusted("{}");
  if (is_canonical_at_a_glance(text)) return Json::trusted(std::move(text));
  auto body = Json::parse(text);
  if (!body) {
    body.error().detail.insert(0, "the body: ");
    return body;
  }
  if (!body->is_object()) return fail(Errc::invalid, "the body must be a JSON object");
  return body;
}

Result<void> needs_member(const Json& body, std::string_view name) {
  if (member_of(body.text(), name)) return {};
  return fail(Errc::invalid, std::string(name) + " is missing; it is required");
}

Result<std::uint64_t> number_in_path(std::string_view placeholder, std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc{} && end == text.data() + text.size()) return number;
  return fail(Errc::invalid, "the " + std::string(placeholder) + " in the path is not a whole number");
}

std::unexpected<Error> named_twice(std::string_view placeholder, const std::string& in_body,
                                   const std::string& in_path) {
  return fail(Errc::invalid, "the body names another " + std::string(placeholder) + " (" + in_body +
                                 ") than the path (" + in_path + ")");
}

}  // namespace baton::http
