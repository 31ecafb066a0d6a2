#pragma once

#include <toml++/toml.h>

#include <string>
#include <vector>

#include "engine/subscription.hpp"

namespace baton::cli {

/// The tables `[[subscription]]` of the configuration file at `path`. invalid: an unknown key, or one that is missing.
Result<std::vector<Subscription>> read_subscriptions(const toml::node& tables, const std::string& path);

}  // namespace baton::cli
