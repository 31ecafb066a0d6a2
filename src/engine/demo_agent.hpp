#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

#include "baton/store.hpp"
#include "engine/claim_desk.hpp"

namespace baton {

struct DemoRole {
  AgentId agent;
  std::vector<Lane> lanes;
  std::string_view says;           ///< in the thread of a task that it completed
  std::optional<LockName> lock{};  ///< held while it works
};

/// One agent of the demonstration: registers, beats, claims, works a moment, settles; sometimes fails a task, and now
/// and then goes silent in the middle of one and comes back as a new incarnation.
awaitable<void> run_demo_agent(DemoRole role, Store store, std::shared_ptr<ClaimDesk> desk, std::stop_token stop);

}  // namespace baton
