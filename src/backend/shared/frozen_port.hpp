#pragma once

#include <memory>
#include <utility>

#include "baton/port.hpp"

namespace baton::shared {

/// A store that is held still to be inspected: frozen until this goes, for good if it was so before, and closed then.
/// Blocks.
class FrozenPort {
 public:
  static Result<FrozenPort> hold(std::shared_ptr<Port> port);
  ~FrozenPort();
  FrozenPort(FrozenPort&& other) noexcept = default;
  FrozenPort& operator=(FrozenPort&&) = delete;
  FrozenPort(const FrozenPort&) = delete;
  FrozenPort& operator=(const FrozenPort&) = delete;

  Result<ExportPage> rows(Export request) const;
  /// false: somebody has thawed it.
  Result<bool> is_frozen() const;

 private:
  explicit FrozenPort(std::shared_ptr<Port> port) : port_(std::move(port)) {}

  std::shared_ptr<Port> port_;
  bool was_frozen_ = true;
};

}  // namespace baton::shared
