#include "http/gateway.hpp"

#include <algorithm>
#include <expected>
#include <utility>

#include "core/planted.hpp"
#include "engine/held.hpp"
#include "http/limits.hpp"
#include "http/problem.hpp"
#include "http/target.hpp"

namespace baton::http {

namespace {

bool is_safe(Method method) { return method == Method::get || method == Method::head; }

/// A browser sends its cookie with requests that other pages make it send. Those cannot hide their origin when they
/// change something.
bool lacks_origin(const Arrival& arrival) {
  return !is_safe(arrival.method) && !arrival.field("Authorization") && !arrival.field("Origin");
}

/// Somebody who follows a link to a view of the page. The page reads its own path; programs are told that there is none.
bool looks_for_a_view(const Arrival& arrival) {
  const auto accept = arrival.field("Accept");
  return is_safe(arrival.method) && accept && accept->contains("text/html") && !arrival.target.starts_with("/v1/") &&
         !arrival.target.starts_with("/assets/");
}

std::optional<Problem> refuse_caller(const Caller& caller, const Route& route, const Arrival& arrival) {
  if (caller.role < route.role()) return forbidden(caller.role, route.role());
  if (lacks_origin(arrival)) return origin_missing();
  return std::nullopt;
}

bool asks_to_wait(const Request& request) {
  return std::ranges::find(request.query, "wait", &Named::name) != request.query.end();
}

/// What steers the fleet or the daemon is privileged. What an agent does for itself is in the log of events.
bool is_privileged(const Route& route) { return route.role() >= Role::orchestrator && !is_safe(route.method()); }

}  // namespace

awaitable<Reception> Gateway::receive(Arrival head) {
  const std::string request_id = head.request_id;
  auto located = locate(std::move(head));
  if (!located) co_return Reception{.refusal = to_response(located.error(), request_id)};
  if (located->route->role() == Role::open) co_return receive_open(request_id);
  const Arrival& arrival = located->request.arrival;
  auto known = services_.access->recognise(arrival);
  if (auto* credential = std::get_if<Credential>(&known)) {
    known = co_await services_.access->look_up(std::move(*credential), arrival.address);
  }
  const auto& entry = std::get<Access::Entry>(known);
  if (!entry) co_return Reception{.refusal = to_response(entry.error(), request_id)};
  co_return Reception{};
}

Reception Gateway::receive_open(std::string_view request_id) {
  const auto under_way = static_cast<std::size_t>(open_bodies_.use_count() - 1);
  if (under_way >= limits::open_bodies) return {.refusal = to_response(too_many_open_bodies(), request_id)};
  return {.place = open_bodies_};
}

awaitable<Response> Gateway::answer(Arrival arrival) {
  const std::string request_id = arrival.request_id;
  auto located = locate(std::move(arrival));
  if (!located) co_return to_response(located.error(), request_id);
  const Route* route = located->route;
  Request& request = located->request;
  const bool forgotten = planted::is("open_stream") && route->id() == "stream_events";
  if (forgotten) request.caller = std::make_shared<const Caller>(TokenId::of("anybody"));
  if (route->role() == Role::open || forgotten) co_return (co_await carry_out(route, std::move(request))).response;
  auto known = services_.access->recognise(request.arrival);
  if (auto* credential = std::get_if<Credential>(&known)) {
    known = co_await services_.access->look_up(std::move(*credential), request.arrival.address);
  }
  auto& entry = std::get<Access::Entry>(known);
  if (!entry) co_return to_response(entry.error(), request_id);
  request.caller = *entry;
  AuditEntry note{.object = request.arrival.target.substr(0, request.arrival.target.find('?')),
                  .request_id = request_id,
                  .address = request.arrival.address};
  const bool reads_later = is_safe(route->method()) && asks_to_wait(request);
  auto answered = co_await carry_out(route, std::move(request));
  if (reads_later && !co_await services_.access->still_admits((*entry)->id)) {
    co_return to_response(http::unauthorized("the token was revoked or has expired while the request waited"),
                          request_id);
  }
  if (answered.response.status == 403 || is_privileged(*route)) {
    note.outcome = answered.outcome;
    if (!answered.response.object.empty()) note.object = answered.response.object;
    co_await audit(route, *std::move(entry), std::move(note));
  }
  co_return std::move(answered.response);
}

awaitable<Gateway::Answered> Gateway::carry_out(const Route* route, Request request) {
  const std::string request_id = request.arrival.request_id;
  std::optional<Problem> problem;
  if (request.caller) problem = refuse_caller(*request.caller, *route, request.arrival);
  if (!problem) {
    auto response = co_await route->handler()(services_, std::move(request));
    if (response) co_return Answered{*std::move(response)};
    if (!is_safe(route->method()) && is_of_the_store(response.error())) services_.pulse->note_failed_write();
    problem = problem_of(response.error());
  }
  co_return Answered{to_response(*problem, request_id), problem->code};
}

/// What an admin changed is answered when the entry is stored; orchestrators work too fast to wait for theirs.
awaitable<void> Gateway::audit(const Route* route, std::shared_ptr<const Caller> caller, AuditEntry entry) {
  entry.at = SystemClock().now();
  entry.actor = caller->id;
  entry.actor_name = caller->name;
  entry.role = to_text(caller->role);
  entry.action = route->id();
  const bool waits = route->role() == Role::admin && is_privileged(*route) && entry.outcome == "done";
  return services_.access->audit().record(std::move(entry),
                                          waits ? Audit::Answer::when_written : Audit::Answer::at_once);
}

std::expected<Gateway::Located, Problem> Gateway::locate(Arrival arrival) const {
  if (auto problem = guard_.refuse(arrival)) return std::unexpected(*std::move(problem));
  auto target = parse_target(arrival.target);
  if (!target) return std::unexpected(problem_of(target.error()));
  auto match = routes_.match(arrival.method, target->segments);
  if (std::holds_alternative<PathMissing>(match) && looks_for_a_view(arrival)) {
    match = routes_.match(arrival.method, {""});
  }
  if (std::holds_alternative<PathMissing>(match)) {
    return std::unexpected(no_such_path(arrival.target.substr(0, arrival.target.find('?'))));
  }
  if (const auto* missing = std::get_if<MethodMissing>(&match)) {
    return std::unexpected(method_not_allowed(arrival.method, missing->allowed));
  }
  auto& found = std::get<RouteFound>(match);
  return Located{
      found.route,
      Request{.arrival = std::move(arrival), .path = std::move(found.placeholders), .query = std::move(target->query)}};
}

}  // namespace baton::http
