#pragma once

#include <array>
#include <concepts>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/codec.hpp"
#include "core/codec_members.hpp"
#include "core/field_types.hpp"
#include "core/fields.hpp"
#include "core/text_table.hpp"
#include "core/writer.hpp"

// How each type is written and read. Included only where codecs are instantiated.

namespace baton::codec {

template <class T>
constexpr auto members_of();
template <class T>
void write_object(TextBuffer& out, const T& value);

template <class T>
void write(TextBuffer& out, const T& value) {
  if constexpr (HasFields<T>) {
    write_object(out, value);
  } else if constexpr (is_optional<T>) {
    value ? write(out, *value) : out.put("null");
  } else if constexpr (is_vector<T>) {
    out.put('[');
    for (const auto& item : value) {
      write(out, item);
      out.put(',');
    }
    end_list(out, ']');
  } else if constexpr (std::same_as<T, Json>) {
    out.put(value.text());
  } else if constexpr (std::same_as<T, bool>) {
    out.put(value ? "true" : "false");
  } else if constexpr (std::unsigned_integral<T>) {
    put_integer(out, std::uint64_t{value});
  } else if constexpr (is_number<T>) {
    put_integer(out, value.value);
  } else if constexpr (std::same_as<T, Duration>) {
    put_integer(out, std::int64_t{value.count()});
  } else if constexpr (std::is_enum_v<T>) {
    put_plain(out, text_of(value));
  } else if constexpr (std::same_as<T, Time>) {
    put_time(out, value);
  } else if constexpr (std::same_as<T, TaskId>) {
    put_id(out, value);
  } else if constexpr (is_text<T>) {
    put_string(out, value.str());
  } else {
    static_assert(std::same_as<T, std::string>);
    put_string(out, value);
  }
}

template <class T>
Result<void> read(Scan& scan, T& value, const Path& path);

/// Moves what was read to its place, or passes the error on.
template <class T, class From>
Result<void> store(T& value, Result<From> found) {
  if (!found) return std::unexpected(std::move(found.error()));
  value = T(*std::move(found));
  return {};
}

template <class T>
Result<void> read_checked_text(Scan& scan, T& value, const Path& path, Result<T> (*parse)(std::string_view)) {
  const auto raw = scan.raw_string();
  if (!raw) return mismatch(path, "a string");
  auto parsed = raw->contains('\\') ? parse(unescape(*raw)) : parse(*raw);
  if (!parsed) return fail(Errc::invalid, to_text(path) + ": " + parsed.error().detail);
  value = *std::move(parsed);
  return {};
}

template <class Enum>
Result<void> read_enum(Scan& scan, Enum& value, const Path& path) {
  // Canonical text escapes nothing that is in such a name.
  const auto text = scan.raw_string();
  const auto found = text ? value_of<Enum>(*text) : std::nullopt;
  if (!found) return mismatch(path, "one of " + all_names<Enum>());
  value = *found;
  return {};
}

template <class T>
Result<void> read_vector(Scan& scan, std::vector<T>& values, const Path& path) {
  if (!scan.take('[')) return mismatch(path, "an array");
  values.clear();
  while (!scan.take(']')) {
    const Path inner{.parent = &path, .index = values.size()};
    if (scan.at_end()) return mismatch(path, "a whole array");
    T value{};
    if (auto done = read(scan, value, inner); !done) return done;
    values.push_back(std::move(value));
    scan.take(',');
  }
  return {};
}

// A JSON null is a value of an optional JSON; for every other type it says that there is none.
template <class T>
Result<void> read_optional(Scan& scan, std::optional<T>& value, const Path& path) {
  if constexpr (!std::same_as<T, Json>) {
    if (scan.peek() == 'n') {
      scan.value();
      value.reset();
      return {};
    }
  }
  return read(scan, value.emplace(), path);
}

template <class T>
Result<void> read(Scan& scan, T& value, const Path& path) {
  if constexpr (HasFields<T>) {
    static constexpr auto members = members_of<T>();
    return read_object(scan, &value, members, path);
  } else if constexpr (is_optional<T>) {
    return read_optional(scan, value, path);
  } else if constexpr (is_vector<T>) {
    return read_vector(scan, value, path);
  } else if constexpr (std::same_as<T, Json>) {
    const auto text = scan.value();
    if (!text) return mismatch(path, "a value");
    value = Json::trusted(std::string(*text));
    return {};
  } else if constexpr (std::same_as<T, bool>) {
    return store(value, read_bool(scan, path));
  } else if constexpr (std::unsigned_integral<T>) {
    return store(value, read_unsigned(scan, std::numeric_limits<T>::max(), path));
  } else if constexpr (is_number<T>) {
    return store(value.value, read_unsigned(scan, std::numeric_limits<std::uint64_t>::max(), path));
  } else if constexpr (std::same_as<T, Duration>) {
    return store(value, read_signed(scan, path));
  } else if constexpr (std::is_enum_v<T>) {
    return read_enum(scan, value, path);
  } else if constexpr (std::same_as<T, Time>) {
    return read_checked_text<Time>(scan, value, path, &parse_time);
  } else if constexpr (is_text<T> || std::same_as<T, TaskId>) {
    return read_checked_text<T>(scan, value, path, &T::parse);
  } else {
    static_assert(std::same_as<T, std::string>);
    return store(value, read_string(scan, path));
  }
}

/// What is set by default has to be written as null when it is unset, or it would come back.
template <class T, auto pointer>
bool may_be_left_out() {
  static const bool unset_by_default = is_unset(T{}.*pointer);
  return unset_by_default;
}

/// `"name":value,`; nothing if it is left out.
template <class T, std::size_t index>
void write_member(TextBuffer& out, const T& owner) {
  static constexpr auto field = std::get<index>(Fields<T>::table);
  const auto& value = owner.*field.member;
  if (is_unset(value) && may_be_left_out<T, field.member>()) return;
  // Of a length that the compiler knows.
  char* at = out.room(field.name.size() + 3);
  *at++ = '"';
  at += field.name.copy(at, field.name.size());
  *at++ = '"';
  *at++ = ':';
  out.wrote_until(at);
  write(out, value);
  out.put(',');
}

template <class T>
void write_object(TextBuffer& out, const T& value) {
  out.put('{');
  [&]<std::size_t... index>(std::index_sequence<index...>) {
    (write_member<T, index>(out, value), ...);
  }(std::make_index_sequence<std::tuple_size_v<decltype(Fields<T>::table)>>());
  end_list(out, '}');
}

template <class T, std::size_t index>
Result<void> read_member(Scan& scan, void* owner, const Path& path) {
  return read(scan, static_cast<T*>(owner)->*std::get<index>(Fields<T>::table).member, path);
}

template <class T>
constexpr auto members_of() {
  return []<std::size_t... index>(std::index_sequence<index...>) {
    return std::array<Member, sizeof...(index)>{
        Member{std::get<index>(Fields<T>::table).name, &read_member<T, index>}...};
  }(std::make_index_sequence<std::tuple_size_v<decltype(Fields<T>::table)>>());
}

}  // namespace baton::codec

namespace baton {

template <class T>
Json encode(const T& value) {
  TextBuffer out;
  codec::write(out, value);
  return Json::trusted(out.str());
}

template <class T>
Result<T> decode(const Json& json) {
  Scan scan(json.text());
  Result<T> value(std::in_place);
  const codec::Path root{};
  if (auto done = codec::read(scan, *value, root); !done) {
    value = std::unexpected(std::move(done.error()));
  } else if (!scan.at_end()) {
    value = codec::mismatch(root, "one value");
  }
  return value;
}

}  // namespace baton
