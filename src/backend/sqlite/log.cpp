#include <algorithm>
#include <utility>

#include "backend/sqlite/ledger.hpp"
#include "backend/sqlite/row_codec.hpp"
#include "backend/sqlite/sql.hpp"

namespace baton::sqlite {

Result<LogPage> Ledger::apply(const ReadLog& verb) {
  LogPage page{.first = first_position(), .last = counters_.position, .next = verb.after};
  Rows rows = db_.query(sql::event_page, verb.after, limits::page);
  for (std::size_t examined = 0; examined < limits::page && page.events.size() < verb.limit; ++examined) {
    if (!rows.next()) {
      page.next = std::max(page.next, page.last);
      break;
    }
    Event event = read_event(rows);
    page.next = event.position;
    if (matches(verb, event)) page.events.push_back(std::move(event));
  }
  return page;
}

Position Ledger::append(Draft draft) {
  counters_.position = counters_.position.next();
  db_.run(sql::event_put, counters_.position, now_, draft.type, draft.task, draft.agent, draft.payload);
  log_change_.append({.position = counters_.position,
                      .at = now_,
                      .type = draft.type,
                      .task = std::move(draft.task),
                      .agent = std::move(draft.agent),
                      .payload = std::move(draft.payload)});
  return counters_.position;
}

std::optional<Event> Ledger::event_at(Position position) {
  Rows rows = db_.query(sql::event_find, position);
  return rows.next() ? std::optional(read_event(rows)) : std::nullopt;
}

Position Ledger::first_position() { return first_key<Position>(sql::event_first); }

}  // namespace baton::sqlite
