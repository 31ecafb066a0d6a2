#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/subscription.hpp"

namespace baton {

/// Puts what a configuration names into the store, as soon as the store answers. One that is there already and says the
/// same is left as it is, enabled or not. `told`: what could not be put, and why.
awaitable<void> configure(Subscriptions subscriptions, std::vector<Subscription> wanted, std::stop_token stop,
                          std::function<void(const std::string&)> told);

}  // namespace baton
