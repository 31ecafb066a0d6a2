#pragma once

#include <memory>
#include <stop_token>

#include "engine/correlator.hpp"

namespace baton {

/// The editors vote on the front page: a correlation is opened, each desk contributes a signal in its own time, and
/// the vote is merged into a decision. Now and then one is late, and the others decide without it.
awaitable<void> run_demo_conference(std::shared_ptr<Correlator> memory, std::stop_token stop);

}  // namespace baton
