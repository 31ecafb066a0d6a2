#include <algorithm>

#include "backend/memory/ledger.hpp"

namespace baton::memory {

namespace {
bool matches(const ReadLog& wanted, const Event& event) {
  return (wanted.types.empty() || std::ranges::find(wanted.types, event.type) != wanted.types.end()) &&
         (!wanted.task || event.task == wanted.task) && (!wanted.agent || event.agent == wanted.agent);
}
}  // namespace

Result<LogPage> Ledger::apply(const ReadLog& verb) {
  LogPage page{.first = first_position(), .last = position_, .next = verb.after};
  Position at = std::max(verb.after.next(), page.first);
  for (std::size_t examined = 0; examined < limits::page && page.events.size() < verb.limit; ++examined) {
    const Event* event = event_at(at);
    if (event == nullptr) break;
    if (matches(verb, *event)) page.events.push_back(*event);
    page.next = at;
    at = at.next();
  }
  return page;
}

Position Ledger::append(Draft draft) {
  position_ = position_.next();
  events_.push_back({.position = position_,
                     .at = now_,
                     .type = draft.type,
                     .task = std::move(draft.task),
                     .agent = std::move(draft.agent),
                     .payload = std::move(draft.payload)});
  return position_;
}

const Event* Ledger::event_at(Position position) const {
  // Searched and not counted, because an import that is under way leaves gaps.
  const auto found = std::ranges::lower_bound(events_, position, {}, &Event::position);
  return found != events_.end() && found->position == position ? &*found : nullptr;
}

}  // namespace baton::memory
