#include "backend/sqlite/ledger.hpp"
#include "backend/sqlite/sql.hpp"
#include "core/refusals.hpp"

namespace baton::sqlite {

Result<Done> Ledger::apply(const SetResult& verb) {
  if (auto fenced = check(verb.fence); !fenced) return std::unexpected(fenced.error());
  {
    Rows rows = db_.query(sql::result_find, verb.task, verb.attempt, now_);
    if (rows.next()) {
      if (rows.row().text(0) != verb.value.text()) return refuse::result_taken(verb.task, verb.attempt);
      return Done{};
    }
  }
  db_.run(sql::result_put, verb.task, verb.attempt, verb.value, now_ + verb.ttl);
  results_.push_back({.task = verb.task, .attempt = verb.attempt});
  return Done{};
}

Result<std::optional<Json>> Ledger::apply(const GetResult& verb) {
  Rows rows = db_.query(sql::result_find, verb.task, verb.attempt, now_);
  return rows.next() ? std::optional(rows.as<Json>(0)) : std::nullopt;
}

}  // namespace baton::sqlite
