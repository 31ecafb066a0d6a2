#pragma once

#include "chaos/actor.hpp"

namespace baton::test {

awaitable<void> work_as_agent(Actor actor, Store store, Tell tell);
awaitable<void> hold(Actor actor, Store store, Tell tell);
awaitable<void> lead_fleet(Store store, Tell tell);

/// How many agents and tasks a fleet has, and what they are called.
inline constexpr int fleet_size = 1000;
inline AgentId fleet_agent(int number) { return AgentId::of("fleet-" + std::to_string(number)); }

awaitable<void> pause_for(Duration time);

}  // namespace baton::test
