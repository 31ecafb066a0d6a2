#include "backend/sqlite/counters.hpp"

#include "backend/sqlite/codec.hpp"
#include "backend/sqlite/sql.hpp"

namespace baton::sqlite {

Counters load_counters(Connection& db) {
  Counters counters;
  Rows rows = db.query(sql::meta_load);
  if (rows.next()) {
    rows.into(counters.position, counters.seq, counters.step, counters.now, counters.all_paused, counters.frozen,
              counters.unresolved);
  } else {
    db.report_corrupt("the row of counters is missing");
  }
  return counters;
}

void save_counters(Connection& db, const Counters& counters) {
  db.run(sql::meta_save, counters.position, counters.seq, counters.step, counters.now, counters.all_paused,
         counters.frozen);
}

}  // namespace baton::sqlite
