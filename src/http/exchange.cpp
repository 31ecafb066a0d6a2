#include "http/exchange.hpp"

namespace baton::http {

Result<Json> body_of(const Request& request) {
  if (request.arrival.body.empty()) return Json::trusted("{}");
  auto body = Json::parse(request.arrival.body);
  if (!body) return std::unexpected(Error{.code = Errc::invalid, .detail = "the body: " + body.error().detail});
  if (!body->is_object()) return fail(Errc::invalid, "the body must be a JSON object");
  return body;
}

}  // namespace baton::http
