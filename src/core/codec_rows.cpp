#include "core/codec_values.hpp"
#include "core/fields_rows.hpp"

namespace baton {

// The rows of an export that are no public word.
#define BATON_CODEC(...)                    \
  template Json encode(const __VA_ARGS__&); \
  template Result<__VA_ARGS__> decode(const Json&);

BATON_CODEC(rows::Meta)
BATON_CODEC(rows::Dependency)
BATON_CODEC(rows::LateResult)
BATON_CODEC(rows::Key)
BATON_CODEC(rows::PausedLane)
BATON_CODEC(rows::GroupRow)
BATON_CODEC(rows::DeliveryRow)
BATON_CODEC(rows::MessageRow)
BATON_CODEC(rows::ResultRow)
BATON_CODEC(rows::SignalRow)

#undef BATON_CODEC

}  // namespace baton
