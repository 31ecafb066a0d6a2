#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "baton/store.hpp"

namespace baton {

struct StoreOptions {
  std::shared_ptr<const Clock> clock{};  ///< unset: the backend's own clock
};

/// Opens a store by its URL: `memory:` or `sqlite:PATH`. Blocks until it is ready to serve.
/// invalid: unknown or malformed URL; the detail names the valid ones. unavailable: it cannot be opened now (held by
/// another process, not writable). corrupt: nothing could be salvaged.
Result<Store> open_store(std::string_view url, StoreOptions options = {});

/// One store out of two: results live in `ephemeral`, everything else in `durable`. While the ephemeral store is down
/// reading a result says "not yet", a failed write of one is counted and reported by health as degraded.
Store compose(const Store& durable, const Store& ephemeral);

}  // namespace baton
