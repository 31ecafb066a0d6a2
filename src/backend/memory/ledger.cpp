#include "backend/memory/ledger.hpp"

#include "core/refusals.hpp"

namespace baton::memory {

namespace {
template <class V>
constexpr bool allowed_while_frozen = is_read<V> || std::is_same_v<V, Freeze> || std::is_same_v<V, Import>;
}  // namespace

Result<Reply> Ledger::execute(const Verb& verb, Time now) {
  now_ = now;
  return std::visit(
      [this]<class V>(const V& request) -> Result<Reply> {
        if (frozen_ && !allowed_while_frozen<V>) return refuse::frozen();
        auto reply = apply(request);
        if (!reply) return std::unexpected(std::move(reply.error()));
        return Result<Reply>(std::in_place, *std::move(reply));
      },
      verb);
}

}  // namespace baton::memory
