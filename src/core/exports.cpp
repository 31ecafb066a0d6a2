#include "core/exports.hpp"

#include <array>

#include "baton/limits.hpp"
#include "core/parse.hpp"
#include "core/refusals.hpp"
#include "core/scan.hpp"

namespace baton::exports {

namespace {

constexpr std::array<std::string_view, tables> names = {
    "meta",   "agents",  "tasks",        "dependencies", "late_results", "keys",     "paused_lanes",
    "events", "groups",  "deliveries",   "dead_letters", "threads",      "messages", "sessions",
    "locks",  "results", "correlations", "signals",      "records"};

/// Not allowed in names, so it can part them.
constexpr char separator = '\x1f';

constexpr std::string_view row_start = "{\"table\":\"";

/// A row holds at most a few values of the largest size.
constexpr JsonBounds row_bounds{.bytes = 8 * limits::json_bytes, .depth = limits::json_depth + 8};

std::optional<Table> parse_table(std::string_view text) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == text) return static_cast<Table>(i);
  }
  return std::nullopt;
}

}  // namespace

std::string_view to_text(Table table) { return names[static_cast<std::size_t>(table)]; }

std::string to_text(const Cursor& cursor) {
  std::string text(to_text(cursor.table));
  for (const std::string& part : cursor.key) (text += separator) += part;
  return text;
}

Result<Cursor> parse_cursor(std::string_view text) {
  if (text.empty()) return Cursor{};
  Cursor cursor;
  std::size_t end = text.find(separator);
  const auto table = parse_table(text.substr(0, end));
  if (!table) return refuse::bad_cursor();
  cursor.table = *table;
  while (end != std::string_view::npos) {
    const std::size_t start = end + 1;
    end = text.find(separator, start);
    cursor.key.emplace_back(text.substr(start, end == std::string_view::npos ? end : end - start));
  }
  return cursor;
}

std::optional<Table> table_of(std::string_view text) {
  if (!text.starts_with(row_start)) return std::nullopt;
  text.remove_prefix(row_start.size());
  return parse_table(text.substr(0, text.find('"')));
}

std::string row_text(Table table, const Json& row) {
  std::string text(row_start);
  text += to_text(table);
  text += "\",\"row\":";
  text += row.text();
  text += '}';
  return text;
}

Result<Row> parse_row(std::string_view text) {
  auto json = parse_json(text, row_bounds);
  if (!json) return refuse::foreign_row(json.error().detail);
  Scan scan(json->text());
  const auto expect_name = [&scan](std::string_view name) {
    const auto found = scan.raw_string();
    return found && *found == name && scan.take(':');
  };
  if (!scan.take('{') || !expect_name("table")) return refuse::foreign_row("no table is named first");
  const auto name = scan.raw_string();
  const auto table = name ? parse_table(*name) : std::nullopt;
  if (!table) return refuse::foreign_row("it names an unknown table");
  if (!scan.take(',') || !expect_name("row")) return refuse::foreign_row("no row follows the table's name");
  const auto row = scan.value();
  if (!row || !scan.take('}') || !scan.at_end()) return refuse::foreign_row("something follows the row");
  return Row{.table = *table, .row = Json::trusted(std::string(*row))};
}

}  // namespace baton::exports
