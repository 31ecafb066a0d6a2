#include "backend/sqlite/ledger.hpp"

#include <exception>
#include <new>

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
        return Result<Reply>(std::in_place, *std::move(reply));
      },
      verb);
}

Result<Reply> Ledger::execute_or_fail(const Verb& verb) {
  try {
    return execute(verb);
  } catch (const std::bad_alloc&) {
    db_.report_no_memory();
    return fail(Errc::unavailable, "out of memory");
  } catch (const std::exception& surprise) {
    db_.report_corrupt(surprise.what());
    return fail(Errc::corrupt, surprise.what());
  }
}

}  // namespace baton::sqlite
