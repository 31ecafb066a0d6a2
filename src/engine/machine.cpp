#include "baton/machine.hpp"

namespace baton {

awaitable<Result<Agent>> Machine::apply_event(AgentId agent, AgentEvent event) const {
  return apply(agents_, std::move(agent), event);
}

awaitable<Result<Agent>> Machine::apply_event(std::string agent, AgentEvent event) const {
  return apply_named(agents_, std::move(agent), event);
}

awaitable<Result<Agent>> Machine::apply_named(Agents agents, std::string agent, AgentEvent event) {
  auto id = AgentId::parse(agent);
  if (!id) co_return std::unexpected(std::move(id.error()));
  co_return co_await apply(std::move(agents), *std::move(id), event);
}

awaitable<Result<Agent>> Machine::apply(Agents agents, AgentId agent, AgentEvent event) {
  GetAgent look{.agent = agent};
  const auto seen = co_await agents.call(std::move(look));
  if (!seen) co_return std::unexpected(seen.error());
  if (!next(seen->state, event)) {
    co_return fail(Errc::invalid, "agent " + agent.str() + " is " + std::string(to_text(seen->state)) + ", where " +
                                      std::string(to_text(event)) + " has no meaning");
  }
  Transition step{.agent = std::move(agent), .expected = seen->state, .event = event, .incarnation = seen->incarnation};
  co_return co_await agents.call(std::move(step));
}

}  // namespace baton
