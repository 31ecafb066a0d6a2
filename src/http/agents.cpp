#include "core/writer.hpp"
#include "http/api.hpp"
#include "http/exchange.hpp"

namespace baton::http {

namespace {

/// A verb on one agent: the body is the verb, the path says which agent.
template <class V>
Result<V> agent_verb(const Request& request) {
  if (auto valid = no_query(request); !valid) return std::unexpected(valid.error());
  auto verb = body_as<V>(request);
  if (!verb) return verb;
  if (auto set = set_from_path(request, "agent", verb->agent); !set) return std::unexpected(set.error());
  return verb;
}

template <class V>
awaitable<Result<Response>> on_agent(Services services, Request request) {
  auto verb = agent_verb<V>(request);
  if (!verb) co_return std::unexpected(verb.error());
  co_return co_await respond(services.store, *std::move(verb));
}

}  // namespace

awaitable<Result<Response>> register_agent(Services services, Request request) {
  return on_agent<Register>(std::move(services), std::move(request));
}

awaitable<Result<Response>> beat(Services services, Request request) {
  return on_agent<Beat>(std::move(services), std::move(request));
}

awaitable<Result<Response>> transition(Services services, Request request) {
  return on_agent<Transition>(std::move(services), std::move(request));
}

awaitable<Result<Response>> get_agent(Services services, Request request) {
  return on_agent<GetAgent>(std::move(services), std::move(request));
}

awaitable<Result<Response>> deregister_agent(Services services, Request request) {
  Deregister verb;
  Query query(request.query);
  query.text("incarnation", verb.incarnation);
  if (auto valid = query.done(); !valid) co_return std::unexpected(valid.error());
  if (auto set = set_from_path(request, "agent", verb.agent); !set) co_return std::unexpected(set.error());
  auto removed = co_await services.store.call(std::move(verb));
  if (!removed) co_return std::unexpected(removed.error());
  co_return json_response(ObjectWriter().flag("removed", *removed).json());
}

awaitable<Result<Response>> list_agents(Services services, Request request) {
  ListAgents verb;
  Query query(request.query);
  query.choice("state", verb.state, &parse_agent_state);
  query.text("after", verb.after);
  query.number("limit", verb.limit);
  if (auto valid = query.done(); !valid) co_return std::unexpected(valid.error());
  co_return co_await respond(services.store, std::move(verb));
}

}  // namespace baton::http
