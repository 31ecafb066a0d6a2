#include "backend/sqlite/ledger.hpp"

#include "core/refusals.hpp"

namespace baton::sqlite {

namespace {
template <class V>
constexpr bool allowed_while_frozen = is_read<V> || std::is_same_v<V, Freeze> || std::is_same_v<V, Import>;
}  // namespace

Result<Reply> Ledger::execute(const Verb& verb) {
  return std::visit(
      [this]<class V>(const V& request) -> Result<Reply> {
        if (counters_.frozen && !allowed_while_frozen<V>) return refuse::frozen();
        auto reply = apply(request);
        if constexpr (!is_read<V>) flush();
        if (!reply) return std::unexpected(std::move(reply.error()));
        return Reply(*std::move(reply));
      },
      verb);
}

}  // namespace baton::sqlite
