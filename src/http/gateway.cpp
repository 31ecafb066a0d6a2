#include "http/gateway.hpp"

#include <expected>
#include <utility>

#include "http/problem.hpp"
#include "http/target.hpp"

namespace baton::http {

awaitable<Response> Gateway::answer(Arrival arrival) {
  const std::string request_id = arrival.request_id;
  auto admitted = admit(std::move(arrival));
  if (!admitted) co_return to_response(admitted.error(), request_id);
  auto response = co_await admitted->handler(services_, std::move(admitted->request));
  if (!response) co_return to_response(problem_of(response.error()), request_id);
  co_return *std::move(response);
}

std::expected<Gateway::Admitted, Problem> Gateway::admit(Arrival arrival) const {
  if (auto problem = guard_.refuse(arrival)) return std::unexpected(*std::move(problem));
  auto target = parse_target(arrival.target);
  if (!target) return std::unexpected(problem_of(target.error()));
  auto match = routes_.match(arrival.method, target->segments);
  if (std::holds_alternative<PathMissing>(match)) {
    return std::unexpected(no_such_path(arrival.target.substr(0, arrival.target.find('?'))));
  }
  if (const auto* missing = std::get_if<MethodMissing>(&match)) {
    return std::unexpected(method_not_allowed(arrival.method, missing->allowed));
  }
  auto& found = std::get<RouteFound>(match);
  if (auto authorized = authorize(arrival, found.route->role()); !authorized) {
    return std::unexpected(std::move(authorized.error()));
  }
  return Admitted{
      found.route->handler(),
      Request{.arrival = std::move(arrival), .path = std::move(found.placeholders), .query = std::move(target->query)}};
}

std::expected<void, Problem> Gateway::authorize(const Arrival& arrival, Role needed) const {
  if (needed == Role::open) return {};
  const auto header = arrival.field("Authorization");
  if (!header) return std::unexpected(unauthorized("there is no Authorization header"));
  static constexpr std::string_view scheme = "Bearer ";
  if (header->size() <= scheme.size() || !equal_ignoring_case(header->substr(0, scheme.size()), scheme)) {
    return std::unexpected(unauthorized("the Authorization header is not of the form `Bearer TOKEN`"));
  }
  const auto role = tokens_.role_of(header->substr(scheme.size()));
  if (!role) return std::unexpected(unauthorized("the token is not known"));
  if (*role < needed) return std::unexpected(forbidden(*role, needed));
  return {};
}

}  // namespace baton::http
