#pragma once

#include <stop_token>

#include "baton/store.hpp"

namespace baton {

/// Submits a sample graph (research, then write, then review) every few seconds while little is waiting.
awaitable<void> run_demo_feeder(View<Verbs<Submit, QueueStats, ListTasks>> store, std::stop_token stop);

}  // namespace baton
