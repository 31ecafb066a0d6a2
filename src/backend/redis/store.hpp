#pragma once

#include <memory>
#include <string>

#include "backend/redis/client.hpp"
#include "baton/port.hpp"

namespace baton::redis {

struct Options {
  std::string url;
  std::string name_space = "default";
  /// Set in tests: judges instead of the server's clock, and every step is traced in the list `trace`.
  std::shared_ptr<const Clock> clock{};
  ClientOptions client{};
};

/// `baton:{name}:`: what every key of a namespace begins with. The braces make one slot of a cluster of it.
std::string prefix_of(std::string_view name_space);

/// invalid: the URL, the database, or a namespace that a newer program wrote. unauthorized: the server refuses the
/// credentials. unavailable: it cannot be reached.
Result<std::shared_ptr<Port>> open(Options options);

}  // namespace baton::redis
