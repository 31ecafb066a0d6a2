#pragma once

#include "core/rows.hpp"

namespace baton::rows {

/// Whether a row says what every row of its table says, beyond what its type asks for.
template <class T>
bool is_whole(const T&) {
  return true;
}
inline bool is_whole(const Agent& agent) { return !agent.lanes.empty(); }
inline bool is_whole(const DeliveryRow& row) { return !row.dead || row.event.has_value(); }

}  // namespace baton::rows
