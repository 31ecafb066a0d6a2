#pragma once

#include <functional>
#include <string>
#include <vector>

#include "baton/store.hpp"

namespace baton::test {

/// How long an agent of the chaos may be silent.
inline constexpr std::chrono::seconds stale{2};

/// Somebody who works on a store until it is killed.
struct Actor {
  std::string role;  ///< `supervisor`, `correlator`, `agent`, `holder` or `fleet`
  std::string url;
  std::string name;
  std::uint64_t seed = 0;
};

/// Takes a line about what was answered, before the actor goes on.
using Tell = std::function<void(const std::string& line)>;

/// supervisor: supervises.
/// correlator: decides correlations.
/// agent: claims, or waits until it is given a task; works a moment, settles in one way or another, and tells of every
///   completion that counted: `done TASK ATTEMPT`. Comes back as a new incarnation when it is told that it is dead.
/// holder: claims, tells `holding TASK`, works for longer than it may be silent, beating all the while, completes
///   whatever the beats said and tells how that was answered: `settled CODE`.
/// fleet: a thousand agents and as many tasks; tells `ready` when each has one. Then every other one completes its task, and tells.
awaitable<void> act(Actor actor, Store store, Tell tell);

/// In a process of its own, which tells its parent.
int run_actor(const Actor& actor);

std::vector<std::string> to_arguments(const Actor& actor);
Actor parse_actor(const std::vector<std::string>& arguments);

}  // namespace baton::test
