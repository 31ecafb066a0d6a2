#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "baton/store.hpp"

namespace baton {

struct StoreOptions {
  std::shared_ptr<const Clock> clock{};  ///< unset: the backend's own clock
  /// The fleet whose world it is, on a server that may hold several; an identifier. A file or memory holds one anyway.
  std::string name_space = "default";
};

/// Opens a store by its URL: `memory:`, `sqlite:PATH`, `postgres://…` or `redis://…` (`rediss://` for TLS,
/// `redis+sentinel://`). Blocks until it is ready to serve.
/// invalid: unknown or malformed URL; the detail names the valid ones. unavailable: it cannot be opened now (held by
/// another process, not writable, not reachable). unauthorized: its server refuses the credentials. corrupt: nothing
/// could be salvaged.
Result<Store> open_store(std::string_view url, StoreOptions options = {});

/// The URL without its credentials, fit for logs.
std::string without_credentials(std::string_view url);

/// One store out of two: results live in `ephemeral`, everything else in `durable`. While the ephemeral store is down
/// reading a result says "not yet", a failed write of one is counted and reported by health as degraded.
Store compose(const Store& durable, const Store& ephemeral);

}  // namespace baton
