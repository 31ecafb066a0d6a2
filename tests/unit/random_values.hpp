#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "core/codec_values.hpp"

namespace baton::test {

/// Makes any word, verb or reply with random members, by the same tables that the codec reads.
class RandomValues {
 public:
  explicit RandomValues(std::uint32_t seed) : random_(seed) {}

  template <class T>
  T make() {
    if constexpr (HasFields<T>) {
      T value{};
      std::apply([&](auto... fields) { ((value.*fields.member = make<member_type<T, fields.member>>()), ...); },
                 Fields<T>::table);
      return value;
    } else if constexpr (is_optional<T>) {
      return pick(2) == 0 ? T{} : T{make<typename T::value_type>()};
    } else if constexpr (is_vector<T>) {
      T values(pick(4));
      for (auto& value : values) value = make<typename T::value_type>();
      return values;
    } else {
      return scalar<T>();
    }
  }

 private:
  template <class T, auto pointer>
  using member_type = std::remove_cvref_t<decltype(std::declval<T&>().*pointer)>;

  template <class T>
  T scalar() {
    if constexpr (std::same_as<T, Json>) {
      return Json::trusted(std::string(documents[pick(std::size(documents))]));
    } else if constexpr (std::same_as<T, bool>) {
      return pick(2) == 0;
    } else if constexpr (std::unsigned_integral<T>) {
      return static_cast<T>(integer());
    } else if constexpr (is_number<T>) {
      return T{integer()};
    } else if constexpr (std::same_as<T, Duration>) {
      return Duration{static_cast<std::int64_t>(integer())};
    } else if constexpr (std::is_enum_v<T>) {
      return static_cast<T>(pick(names_of<T>.size()));
    } else if constexpr (std::same_as<T, Time>) {
      return Time{Duration{static_cast<std::int64_t>(integer() % 250'000'000'000'000'000)}};
    } else if constexpr (std::same_as<T, TaskId>) {
      return TaskId::make();
    } else if constexpr (is_text<T>) {
      const std::string text(1 + pick(20), 'a');
      return T::of(text);
    } else {
      return std::string(texts[pick(std::size(texts))]);
    }
  }

  std::size_t pick(std::size_t below) { return random_() % below; }
  std::uint64_t integer() { return pick(3) == 0 ? ~std::uint64_t{0} >> pick(64) : random_() >> pick(64); }

  static constexpr std::string_view documents[] = {
      "null",        "{}", "[]", "12345678901234567890123", "-0", "1.50e+10", R"({"z":[1,{"a":"\"}],"}],"a":{}})",
      R"("\u0001é")"};
  static constexpr std::string_view texts[] = {"",          "plain",       "quote \" and \\", "line\nbreak",
                                               "日本語 😀", "\x01\x1f\x7f"};

  std::mt19937_64 random_;
};

}  // namespace baton::test
