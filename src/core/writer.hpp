#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "baton/ids.hpp"
#include "baton/json.hpp"
#include "baton/time.hpp"
#include "core/text_buffer.hpp"

namespace baton {

/// The inside of a JSON string: `text` with the shortest escapes. Bytes that are not UTF-8 become U+FFFD.
void put_escaped(TextBuffer& out, std::string_view text);
/// A whole JSON string.
void put_string(TextBuffer& out, std::string_view text);
void append_string(std::string& out, std::string_view text);
/// The same of text that needs no escapes: the names of an enum's values.
void put_plain(TextBuffer& out, std::string_view text);
void put_time(TextBuffer& out, Time time);
void put_id(TextBuffer& out, const TaskId& id);
void put_integer(TextBuffer& out, std::int64_t value);
void put_integer(TextBuffer& out, std::uint64_t value);

/// Writes one canonical JSON object member by member. Each name must be given once.
///
///     ObjectWriter().text("reason", "crashed").number("attempt", 3).json()
class ObjectWriter {
 public:
  ObjectWriter();
  ObjectWriter& text(std::string_view name, std::string_view value);
  ObjectWriter& number(std::string_view name, std::uint64_t value);
  ObjectWriter& flag(std::string_view name, bool value);
  ObjectWriter& json(std::string_view name, const Json& value);

  Json json() const;

 private:
  void name(std::string_view name);

  TextBuffer out_;
};

}  // namespace baton
