#include "backend/shared/frozen_port.hpp"

#include "backend/shared/wait_for.hpp"

namespace baton::shared {
namespace {

template <class V>
Result<typename V::Reply> carried_out(Port& port, V verb) {
  auto reply = wait_for(port.execute(Verb(std::move(verb)))).outcome;
  if (!reply) return std::unexpected(std::move(reply.error()));
  return std::get<typename V::Reply>(*std::move(reply));
}

}  // namespace

Result<FrozenPort> FrozenPort::hold(std::shared_ptr<Port> port) {
  FrozenPort held(std::move(port));
  const auto before = held.is_frozen();
  if (!before) return std::unexpected(before.error());
  if (auto frozen = carried_out(*held.port_, Freeze{}); !frozen) return std::unexpected(std::move(frozen.error()));
  held.was_frozen_ = *before;
  return held;
}

FrozenPort::~FrozenPort() {
  if (!port_) return;
  if (!was_frozen_) (void)carried_out(*port_, Freeze{.frozen = false});
  port_->close();
}

Result<ExportPage> FrozenPort::rows(Export request) const { return carried_out(*port_, std::move(request)); }

Result<bool> FrozenPort::is_frozen() const {
  const auto health = carried_out(*port_, Health{});
  if (!health) return std::unexpected(health.error());
  return health->frozen;
}

}  // namespace baton::shared
