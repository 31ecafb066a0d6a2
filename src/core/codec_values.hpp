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
void write(std::string& out, const T& value) {
  if constexpr (HasFields<T>) {
    static constexpr auto members = members_of<T>();
    write_object(out, &value, members);
  } else if constexpr (is_optional<T>) {
    value ? write(out, *value) : void(out += "null");
  } else if constexpr (is_vector<T>) {
    out += '[';
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (i > 0) out += ',';
      write(out, value[i]);
    }
    out += ']';
  } else if constexpr (std::same_as<T, Json>) {
    out += value.text();
  } else if constexpr (std::same_as<T, bool>) {
    out += value ? "true" : "false";
  } else if constexpr (std::unsigned_integral<T>) {
    append_integer(out, std::uint64_t{value});
  } else if constexpr (is_number<T>) {
    append_integer(out, value.value);
  } else if constexpr (std::same_as<T, Duration>) {
    append_integer(out, std::int64_t{value.count()});
  } else if constexpr (std::is_enum_v<T>) {
    append_plain(out, text_of(value));
  } else if constexpr (std::same_as<T, Time>) {
    out += '"';
    append_time(out, value);
    out += '"';
  } else if constexpr (std::same_as<T, TaskId>) {
    out += '"';
    append_id(out, value);
    out += '"';
  } else if constexpr (is_text<T>) {
    append_string(out, value.str());
  } else {
    static_assert(std::same_as<T, std::string>);
    append_string(out, value);
  }
}

/// About how long the text of a struct is: of each member its name and a short value.
template <class T>
constexpr std::size_t likely_size() {
  if constexpr (HasFields<T>) {
    return std::apply(
        [](auto... fields) {
          return (std::size_t{2} + ... +
                  likely_size<std::remove_cvref_t<decltype(std::declval<T>().*fields.member)>>());
        },
        Fields<T>::table);
  } else {
    return 24;
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

template <class T, auto pointer>
constexpr Member member_of(Field<pointer> field) {
  return {
      .name = field.name,
      // What is set by default has to be written as null when it is unset, or it would come back.
      .is_left_out =
          [](const void* owner) {
            static const bool unset_by_default = is_unset(T{}.*pointer);
            return unset_by_default && is_unset(static_cast<const T*>(owner)->*pointer);
          },
      .write = [](std::string& out, const void* owner) { write(out, static_cast<const T*>(owner)->*pointer); },
      .read = [](Scan& scan, void* owner,
                 const Path& path) { return read(scan, static_cast<T*>(owner)->*pointer, path); },
  };
}

template <class T>
constexpr auto members_of() {
  return std::apply([](auto... fields) { return std::array<Member, sizeof...(fields)>{member_of<T>(fields)...}; },
                    Fields<T>::table);
}

}  // namespace baton::codec

namespace baton {

template <class T>
Json encode(const T& value) {
  std::string out;
  out.reserve(codec::likely_size<T>());
  codec::write(out, value);
  return Json::trusted(std::move(out));
}

template <class T>
Result<T> decode(const Json& json) {
  Scan scan(json.text());
  T value{};
  const codec::Path root{};
  if (auto done = codec::read(scan, value, root); !done) return std::unexpected(std::move(done.error()));
  if (!scan.at_end()) return codec::mismatch(root, "one value");
  return value;
}

}  // namespace baton
