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
  auto at = first_after(verb.after);
  for (std::size_t examined = 0; examined < limits::page && page.events.size() < verb.limit; ++examined, ++at) {
    if (at == events_.end()) {
      page.next = std::max(page.next, position_);
      break;
    }
    if (matches(verb, *at)) page.events.push_back(*at);
    page.next = at->position;
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

std::deque<Event>::const_iterator Ledger::first_after(Position position) const {
  // Searched and not counted: what was imported may have gaps.
  return std::ranges::upper_bound(events_, position, {}, &Event::position);
}

const Event* Ledger::event_at(Position position) const {
  const auto found = first_after(Position{position.value - 1});
  return found != events_.end() && found->position == position ? &*found : nullptr;
}

}  // namespace baton::memory
