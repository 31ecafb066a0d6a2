#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <concepts>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "backend/shared/packing.hpp"
#include "core/field_types.hpp"
#include "core/fields.hpp"
#include "core/fields_rows.hpp"
#include "core/scan.hpp"
#include "core/text_table.hpp"

// How each type is packed and read. Included only where that is instantiated.

namespace baton::shared::packing {

/// One member of a struct, without its type.
struct Member {
  std::string_view name;
  bool (*is_unset)(const void* owner);
  void (*pack)(Packer& out, const void* owner);
  void (*unpack)(Unpacker& in, void* owner);
  /// The part of the member that a dotted name names.
  void (*unpack_part)(Unpacker& in, void* owner, std::string_view part);
};

template <class T>
std::span<const Member> members_of();

void pack_struct(Packer& out, const void* value, std::span<const Member> members);
void unpack_struct(Unpacker& in, void* value, std::span<const Member> members);
void unpack_member(Unpacker& in, void* value, std::span<const Member> members, std::string_view name);

template <class T>
void pack(Packer& out, const T& value) {
  if constexpr (HasFields<T>) {
    pack_struct(out, &value, members_of<T>());
  } else if constexpr (is_optional<T>) {
    value ? pack(out, *value) : out.nil();
  } else if constexpr (is_vector<T>) {
    out.array(value.size());
    for (const auto& item : value) pack(out, item);
  } else if constexpr (std::same_as<T, Json>) {
    out.text(value.text());
  } else if constexpr (std::same_as<T, bool>) {
    out.boolean(value);
  } else if constexpr (std::unsigned_integral<T>) {
    out.count(value);
  } else if constexpr (is_number<T>) {
    out.count(value.value);
  } else if constexpr (std::same_as<T, Duration>) {
    out.integer(value.count());
  } else if constexpr (std::is_enum_v<T>) {
    out.text(text_of(value));
  } else if constexpr (std::same_as<T, Time>) {
    out.time(value.time_since_epoch().count());
  } else if constexpr (is_text<T> || std::same_as<T, TaskId>) {
    out.text(value.str());
  } else {
    static_assert(std::same_as<T, std::string>);
    out.text(value);
  }
}

/// A value as a field of a hash holds it; whether it was one.
template <class T>
bool parse_text(std::string_view text, T& value) {
  if constexpr (std::unsigned_integral<T> || std::signed_integral<T>) {
    if constexpr (std::same_as<T, bool>) {
      value = text == "1";
      return text == "1" || text == "0";
    } else {
      const char* const first = text.begin();
      const char* const last = text.end();
      return std::from_chars(first, last, value) == std::from_chars_result{last, std::errc{}};
    }
  } else if constexpr (is_number<T>) {
    return parse_text(text, value.value);
  } else if constexpr (std::same_as<T, Duration> || std::same_as<T, Time>) {
    std::int64_t micros = 0;
    if (!parse_text(text, micros)) return false;
    value = T(Duration(micros));
    return true;
  } else if constexpr (std::is_enum_v<T>) {
    const auto found = value_of<T>(text);
    if (found) value = *found;
    return found.has_value();
  } else if constexpr (std::same_as<T, TaskId>) {
    auto parsed = TaskId::parse(text);
    if (parsed) value = *parsed;
    return parsed.has_value();
  } else if constexpr (is_text<T>) {
    value = T::trusted(std::string(text));
    return true;
  } else if constexpr (std::same_as<T, Json>) {
    value = Json::trusted(std::string(text));
    return true;
  } else if constexpr (std::same_as<T, std::string>) {
    value = text;
    return true;
  } else {
    return false;
  }
}

template <class T>
void unpack(Unpacker& in, T& value);

/// A list in a hash is a JSON array of texts.
template <class T>
void unpack_list_text(Unpacker& in, std::vector<T>& values) {
  Scan scan(in.text());
  if (!scan.take('[')) return in.fail();
  while (!scan.take(']')) {
    const auto text = scan.string();
    T value{};
    if (!text || !parse_text(*text, value)) return in.fail();
    values.push_back(std::move(value));
    scan.take(',');
  }
}

template <class T>
void unpack_list(Unpacker& in, std::vector<T>& values) {
  values.clear();
  if (in.kind() == Unpacker::Kind::text) return unpack_list_text(in, values);
  for (std::size_t left = in.array(); left > 0 && !in.is_broken(); --left) unpack(in, values.emplace_back());
}

template <class T>
void unpack_integer(Unpacker& in, T& value) {
  const std::int64_t found = in.integer();
  if constexpr (is_number<T>) {
    value.value = static_cast<std::uint64_t>(found);
  } else if constexpr (std::same_as<T, Duration> || std::same_as<T, Time>) {
    value = T(Duration(found));
  } else if constexpr (std::unsigned_integral<T>) {
    value = static_cast<T>(found);
  } else {
    in.fail();
  }
}

/// A script has no way to say "nothing" inside a list but false.
template <class T>
void unpack_optional(Unpacker& in, std::optional<T>& value) {
  const bool none = in.kind() == Unpacker::Kind::nil || in.kind() == Unpacker::Kind::boolean;
  if (!none) return unpack(in, value.emplace());
  value.reset();
  in.skip();
}

template <class T>
void unpack(Unpacker& in, T& value) {
  if constexpr (is_optional<T>) {
    unpack_optional(in, value);
  } else if (in.kind() == Unpacker::Kind::nil) {
    in.skip();  // keeps the default
  } else if constexpr (HasFields<T>) {
    unpack_struct(in, &value, members_of<T>());
  } else if constexpr (is_vector<T>) {
    unpack_list(in, value);
  } else if (in.kind() == Unpacker::Kind::text) {
    if (!parse_text(in.text(), value)) in.fail();
  } else if constexpr (std::same_as<T, bool>) {
    value = in.boolean();
  } else {
    unpack_integer(in, value);
  }
}

template <class T>
void unpack_part(Unpacker& in, T& value, std::string_view part) {
  if constexpr (is_optional<T>) {
    if constexpr (HasFields<typename T::value_type>) {
      if (!value) value.emplace();
      return unpack_member(in, &*value, members_of<typename T::value_type>(), part);
    }
  }
  in.fail();
}

template <class T, auto pointer>
constexpr Member member_of(Field<pointer> field) {
  return {
      .name = field.name,
      .is_unset = [](const void* owner) { return is_unset(static_cast<const T*>(owner)->*pointer); },
      .pack = [](Packer& out, const void* owner) { pack(out, static_cast<const T*>(owner)->*pointer); },
      .unpack = [](Unpacker& in, void* owner) { unpack(in, static_cast<T*>(owner)->*pointer); },
      .unpack_part = [](Unpacker& in, void* owner,
                        std::string_view part) { unpack_part(in, static_cast<T*>(owner)->*pointer, part); },
  };
}

template <class T>
std::span<const Member> members_of() {
  static constexpr auto members = std::apply(
      [](auto... fields) { return std::array<Member, sizeof...(fields)>{member_of<T>(fields)...}; }, Fields<T>::table);
  return members;
}

}  // namespace baton::shared::packing
