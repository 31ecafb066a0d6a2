#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <memory>
#include <stop_token>

#include "baton/store.hpp"
#include "engine/claim_desk.hpp"
#include "engine/correlator.hpp"

namespace baton {

/// A small fleet to look at: agents of several kinds that do sample work the way any agent does, with the verbs anybody
/// has, and a feeder that gives them graphs of tasks. They talk in threads, one of them needs a lock, they vote
/// on the front page, and now and then one fails or goes silent, so that the healing can be seen.
/// Runs until asked to stop; the agents then give back what they hold and sign off.
awaitable<void> run_demo(Store store, std::shared_ptr<ClaimDesk> desk, std::shared_ptr<Correlator> memory,
                         std::stop_token stop);

}  // namespace baton
