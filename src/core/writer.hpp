#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "baton/ids.hpp"
#include "baton/json.hpp"
#include "baton/time.hpp"

namespace baton {

/// The inside of a JSON string: `text` with the shortest escapes. Bytes that are not UTF-8 become U+FFFD.
void append_escaped(std::string& out, std::string_view text);
/// A whole JSON string.
void append_string(std::string& out, std::string_view text);
/// The same of text that needs no escapes: ids, times, the names of an enum's values.
void append_plain(std::string& out, std::string_view text);
/// Without the quotation marks.
void append_time(std::string& out, Time time);
void append_id(std::string& out, const TaskId& id);
void append_integer(std::string& out, std::int64_t value);
void append_integer(std::string& out, std::uint64_t value);
/// `{"name":` or `,"name":`, of a name that needs no escapes.
void append_name(std::string& out, char before, std::string_view name);

/// Writes one canonical JSON object member by member. Each name must be given once.
///
///     ObjectWriter().text("reason", "crashed").number("attempt", 3).json()
class ObjectWriter {
 public:
  ObjectWriter& text(std::string_view name, std::string_view value);
  ObjectWriter& number(std::string_view name, std::uint64_t value);
  ObjectWriter& flag(std::string_view name, bool value);
  ObjectWriter& json(std::string_view name, const Json& value);

  Json json() const { return Json::trusted(out_ + '}'); }

 private:
  void name(std::string_view name);

  std::string out_ = "{";
};

}  // namespace baton
