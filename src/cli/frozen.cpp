#include "cli/frozen.hpp"

namespace baton::cli {

Result<Frozen> Frozen::hold(BlockingStore& store) {
  const auto health = store.call(Health{});
  if (!health) return std::unexpected(health.error());
  Frozen held(store, health->frozen);
  if (const auto done = store.call(Freeze{}); !done) return std::unexpected(done.error());
  return held;
}

Frozen::~Frozen() { (void)release(); }

Result<void> Frozen::check() const {
  const auto health = store_->call(Health{});
  if (!health) return std::unexpected(health.error());
  if (health->frozen) return {};
  return fail(Errc::conflict, "somebody thawed the store meanwhile; run this again when nobody else does");
}

Result<void> Frozen::release() {
  BlockingStore* store = std::exchange(store_, nullptr);
  if (store == nullptr || before_) return {};
  if (auto done = store->call(Freeze{.frozen = false}); !done) return std::unexpected(std::move(done.error()));
  return {};
}

}  // namespace baton::cli
