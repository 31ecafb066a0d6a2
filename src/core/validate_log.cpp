#include "core/validate.hpp"

namespace baton {
namespace {

void examine_positions(Check& check, const std::vector<Position>& positions) {
  check.count("positions", positions.size(), 0, limits::page);
  for (const Position position : positions) check.required("positions", position);
}

}  // namespace

void examine(Check& check, const ReadLog& verb) {
  check.storable("after", verb.after);
  check.count("types", verb.types.size(), 0, event_types);
  check.required("task", verb.task);
  check.required("agent", verb.agent);
  check.page("limit", verb.limit);
}

void examine(Check& check, const PutGroup& verb) {
  check.required("group", verb.group);
  check.storable("after", verb.after);
  check.positive("visibility_us", verb.visibility);
  check.within("max_deliveries", verb.max_deliveries, 1, limits::attempts);
}

void examine(Check& check, const DropGroup& verb) { check.required("group", verb.group); }

void examine(Check&, const ListGroups&) {}

void examine(Check& check, const ReadGroup& verb) {
  check.required("group", verb.group);
  check.required("consumer", verb.consumer);
  check.page("limit", verb.limit);
}

void examine(Check& check, const Ack& verb) {
  check.required("group", verb.group);
  examine_positions(check, verb.positions);
}

void examine(Check& check, const InspectGroup& verb) {
  check.required("group", verb.group);
  check.storable("after", verb.after);
  check.page("limit", verb.limit);
}

void examine(Check& check, const DeadLetters& verb) {
  check.required("group", verb.group);
  check.storable("after", verb.after);
  check.page("limit", verb.limit);
}

void examine(Check& check, const Redrive& verb) {
  check.required("group", verb.group);
  examine_positions(check, verb.positions);
  check.page("limit", verb.limit);
}

void examine(Check& check, const Sweep& verb) {
  check.page("limit", verb.limit);
  check.storable("keep_events", verb.keep_events);
  check.storable("max_events", verb.max_events);
  check.not_negative("forget_tasks_after_us", verb.forget_tasks_after);
}

void examine(Check&, const Health&) {}
void examine(Check&, const Freeze&) {}

void examine(Check& check, const Export& verb) {
  constexpr std::size_t longest_cursor = 4096;
  if (verb.after.size() > longest_cursor) check.refuse("after is no cursor that an export gave");
  check.page("limit", verb.limit);
}

void examine(Check& check, const Import& verb) { check.count("rows", verb.rows.size(), 0, limits::page); }

}  // namespace baton
