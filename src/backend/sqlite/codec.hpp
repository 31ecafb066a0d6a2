#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <concepts>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "backend/sqlite/connection.hpp"
#include "baton/ids.hpp"
#include "baton/json.hpp"
#include "baton/time.hpp"

/// How our words are kept in columns: times and durations as microseconds, states as the number of the enumerator,
/// task ids as 16 bytes, lists of names one a line (a name holds no control character).
namespace baton::sqlite {

inline std::string_view bytes_of(const TaskId& id) {
  return {reinterpret_cast<const char*>(id.bytes().data()), id.bytes().size()};
}

inline TaskId task_id_of(std::string_view blob) {
  std::array<std::uint8_t, 16> bytes{};
  if (blob.size() == bytes.size()) std::memcpy(bytes.data(), blob.data(), bytes.size());
  return TaskId(bytes);
}

/// Columns are signed: what lies beyond them comes after everything stored, and must not wrap around to before it.
inline std::int64_t column_of(std::uint64_t value) {
  return static_cast<std::int64_t>(std::min(value, std::uint64_t{std::numeric_limits<std::int64_t>::max()}));
}

template <class Value>
  requires std::integral<Value> || std::is_enum_v<Value>
void bind_value(Statement& statement, int index, Value value, Keep /*keep*/) {
  if constexpr (std::is_same_v<Value, std::uint64_t>) {
    statement.bind_integer(index, column_of(value));
  } else {
    statement.bind_integer(index, static_cast<std::int64_t>(value));
  }
}
template <class Kind>
void bind_value(Statement& statement, int index, Number<Kind> value, Keep /*keep*/) {
  statement.bind_integer(index, column_of(value.value));
}
inline void bind_value(Statement& statement, int index, Time value, Keep /*keep*/) {
  statement.bind_integer(index, value.time_since_epoch().count());
}
inline void bind_value(Statement& statement, int index, Duration value, Keep /*keep*/) {
  statement.bind_integer(index, value.count());
}
inline void bind_value(Statement& statement, int index, std::string_view value, Keep keep) {
  statement.bind_text(index, value, keep);
}
inline void bind_value(Statement& statement, int index, const Json& value, Keep keep) {
  statement.bind_text(index, value.text(), keep);
}
template <class Kind>
void bind_value(Statement& statement, int index, const Text<Kind>& value, Keep keep) {
  statement.bind_text(index, value.str(), keep);
}
inline void bind_value(Statement& statement, int index, const TaskId& value, Keep keep) {
  statement.bind_blob(index, bytes_of(value), keep);
}
inline void bind_value(Statement& statement, int index, std::nullopt_t /*none*/, Keep /*keep*/) {
  statement.bind_null(index);
}
template <class Value>
void bind_value(Statement& statement, int index, const std::optional<Value>& value, Keep keep) {
  if (value) {
    bind_value(statement, index, *value, keep);
  } else {
    statement.bind_null(index);
  }
}
template <class Kind>
void bind_value(Statement& statement, int index, const std::vector<Text<Kind>>& values, Keep /*keep*/) {
  std::string lines;
  for (const auto& value : values) lines.append(value.str()).push_back('\n');
  statement.bind_text(index, lines, Keep::copied);
}
inline void bind_value(Statement& statement, int index, const std::vector<TaskId>& values, Keep /*keep*/) {
  std::string joined;
  for (const TaskId& value : values) joined.append(bytes_of(value));
  statement.bind_blob(index, joined, Keep::copied);
}
inline void bind_value(Statement& statement, int index, const std::vector<Time>& values, Keep /*keep*/) {
  std::string lines;
  for (const Time value : values) lines.append(std::to_string(value.time_since_epoch().count())).push_back('\n');
  statement.bind_text(index, lines, Keep::copied);
}

template <class Value>
  requires std::integral<Value> || std::is_enum_v<Value>
void read_value(const Statement& row, int column, Value& value) {
  value = static_cast<Value>(row.integer(column));
}
template <class Kind>
void read_value(const Statement& row, int column, Number<Kind>& value) {
  value.value = static_cast<std::uint64_t>(row.integer(column));
}
inline void read_value(const Statement& row, int column, Time& value) { value = Time{Duration{row.integer(column)}}; }
inline void read_value(const Statement& row, int column, Duration& value) { value = Duration{row.integer(column)}; }
inline void read_value(const Statement& row, int column, std::string& value) { value = row.text(column); }
inline void read_value(const Statement& row, int column, Json& value) {
  value = Json::trusted(std::string(row.text(column)));
}
template <class Kind>
void read_value(const Statement& row, int column, Text<Kind>& value) {
  value = Text<Kind>::trusted(std::string(row.text(column)));
}
inline void read_value(const Statement& row, int column, TaskId& value) { value = task_id_of(row.blob(column)); }
template <class Value>
void read_value(const Statement& row, int column, std::optional<Value>& value) {
  value.reset();
  if (!row.is_null(column)) read_value(row, column, value.emplace());
}

template <class Each>
void for_each_line(std::string_view lines, Each each) {
  while (!lines.empty()) {
    const std::size_t end = lines.find('\n');
    each(lines.substr(0, end));
    lines.remove_prefix(end == std::string_view::npos ? lines.size() : end + 1);
  }
}

template <class Kind>
void read_value(const Statement& row, int column, std::vector<Text<Kind>>& values) {
  values.clear();
  for_each_line(row.text(column),
                [&](std::string_view line) { values.push_back(Text<Kind>::trusted(std::string(line))); });
}
inline void read_value(const Statement& row, int column, std::vector<TaskId>& values) {
  values.clear();
  for (std::string_view rest = row.blob(column); rest.size() >= 16; rest.remove_prefix(16)) {
    values.push_back(task_id_of(rest.substr(0, 16)));
  }
}
inline void read_value(const Statement& row, int column, std::vector<Time>& values) {
  values.clear();
  for_each_line(row.text(column),
                [&](std::string_view line) { values.push_back(Time{Duration{std::stoll(std::string(line))}}); });
}

template <class... Values>
std::int64_t Connection::run(std::string_view sql, const Values&... values) {
  Statement* statement = prepare(sql);
  if (statement == nullptr) return 0;
  int index = 0;
  (bind_value(*statement, index++, values, Keep::borrowed), ...);
  Rows rows(*this, statement);
  while (rows.next()) {
  }
  return failed() ? 0 : changes();
}

template <class... Values>
Rows Connection::query(std::string_view sql, const Values&... values) {
  Statement* statement = prepare(sql);
  if (statement != nullptr) {
    int index = 0;
    (bind_value(*statement, index++, values, Keep::copied), ...);
  }
  return Rows(*this, statement);
}

template <class... Values>
void Rows::into(Values&... values) {
  int column = 0;
  (read_value(*statement_, column++, values), ...);
}

template <class Value>
Value Rows::as(int column) {
  Value value{};
  read_value(*statement_, column, value);
  return value;
}

}  // namespace baton::sqlite
