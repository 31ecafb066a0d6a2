#include "backend/sqlite/ledger.hpp"
#include "backend/sqlite/sql.hpp"

namespace baton::sqlite {

Result<HealthReport> Ledger::apply(const Health& /*verb*/) {
  HealthReport report{.now = now_,
                      .backend = "sqlite",
                      .version = engine_version(),
                      .durable = true,
                      .durability = "full",
                      .frozen = counters_.frozen,
                      .first = first_position(),
                      .last = counters_.position};
  Rows notes = db_.query(sql::meta_notes);
  while (notes.next()) report.notes.push_back(notes.as<std::string>(0));
  return report;
}

Result<Done> Ledger::apply(const Freeze& verb) {
  counters_.frozen = verb.frozen;
  return Done{};
}

}  // namespace baton::sqlite
