#pragma once

#include <utility>

#include "baton/blocking.hpp"

namespace baton::cli {

/// Keeps a store frozen while it lives. One that was frozen before stays so.
class Frozen {
 public:
  /// `store` outlives it.
  static Result<Frozen> hold(BlockingStore& store);
  ~Frozen();
  Frozen(Frozen&& other) noexcept : store_(std::exchange(other.store_, nullptr)), before_(other.before_) {}
  Frozen& operator=(Frozen&&) = delete;
  Frozen(const Frozen&) = delete;
  Frozen& operator=(const Frozen&) = delete;

  bool was_frozen() const { return before_; }
  /// conflict: somebody has thawed it meanwhile, so it may have changed.
  Result<void> check() const;
  /// Thaws it now, unless it was frozen before.
  Result<void> release();
  /// Leaves it frozen for good.
  void keep() { store_ = nullptr; }

 private:
  Frozen(BlockingStore& store, bool before) : store_(&store), before_(before) {}

  BlockingStore* store_;
  bool before_;
};

}  // namespace baton::cli
