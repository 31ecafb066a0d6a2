#pragma once

#include <stop_token>

#include "baton/store.hpp"

namespace baton {

using DemoFeed = View<Verbs<Submit, QueueStats, ListTasks, PutThread, Append>>;

/// Submits a sample graph (research, write, review, two translations, publish) every other second while little is
/// waiting, and now and then a pile of work that is in no hurry.
awaitable<void> run_demo_feeder(DemoFeed store, std::stop_token stop);

}  // namespace baton
