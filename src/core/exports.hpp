#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "baton/error.hpp"
#include "baton/json.hpp"

/// The form of an export, which is the same on every backend.
namespace baton::exports {

/// In the order in which they are exported: what a row names stands before it.
enum class Table : std::uint8_t {
  meta,
  agents,
  tasks,         ///< by seq
  dependencies,  ///< by dependency, then the dependant's seq
  late_results,
  keys,
  paused_lanes,
  events,
  groups,
  deliveries,
  dead_letters,
  threads,
  messages,
  sessions,
  locks,
  results,
  correlations,  ///< without their signals
  signals,
  records,
};

inline constexpr std::size_t tables = 19;

std::string_view to_text(Table table);

/// Where an export goes on: after the row of this key. Parts of a key hold no control characters.
struct Cursor {
  Table table = Table::meta;
  std::vector<std::string> key{};  ///< empty: from the table's first row
};

std::string to_text(const Cursor& cursor);
/// The empty text is the start.
Result<Cursor> parse_cursor(std::string_view text);

/// `{"table":"tasks","row":{…}}`.
std::string row_text(Table table, const Json& row);

struct Row {
  Table table = Table::meta;
  Json row;
};

/// The table of a row that row_text made, without reading the rest; nothing for other text.
std::optional<Table> table_of(std::string_view text);

/// invalid: not a row that row_text made.
Result<Row> parse_row(std::string_view text);

}  // namespace baton::exports
