#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "baton/json.hpp"
#include "core/text_buffer.hpp"

namespace baton {

/// A JSON value taken apart, to be looked into and changed. Numbers keep their digits, members their order.
class JsonValue {
 public:
  struct Member;
  /// A number, digit by digit as it was written.
  struct Digits {
    std::string text;
    bool operator==(const Digits&) const = default;
  };
  using Array = std::vector<JsonValue>;
  using Object = std::vector<Member>;

  /// `null`.
  JsonValue() = default;
  explicit JsonValue(bool flag);
  explicit JsonValue(Digits number);
  explicit JsonValue(std::string text);
  explicit JsonValue(std::string_view text);
  explicit JsonValue(const char* text);
  explicit JsonValue(Array items);
  explicit JsonValue(Object members);
  explicit JsonValue(const Json& json);

  /// With at most twelve significant digits: what arithmetic on decimal fractions leaves beyond them is no news.
  static JsonValue number(double value);
  static JsonValue integer(std::uint64_t value);

  bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
  const bool* boolean() const { return std::get_if<bool>(&value_); }
  const Digits* digits() const { return std::get_if<Digits>(&value_); }
  const std::string* text() const { return std::get_if<std::string>(&value_); }
  const Array* array() const { return std::get_if<Array>(&value_); }
  Array* array() { return std::get_if<Array>(&value_); }
  const Object* object() const { return std::get_if<Object>(&value_); }
  Object* object() { return std::get_if<Object>(&value_); }

  /// A member of an object; null pointer: it has none of that name, or is no object.
  const JsonValue* find(std::string_view name) const;
  JsonValue* find(std::string_view name);
  /// Sets a member; what is no object becomes one. The same value, to write one after the other.
  JsonValue& set(std::string_view name, JsonValue value);
  /// Removes a member; whether it was there.
  bool erase(std::string_view name);

  Json json() const;
  void put_into(TextBuffer& out) const;

 private:
  std::variant<std::monostate, bool, Digits, std::string, Array, Object> value_;
};

struct JsonValue::Member {
  std::string name;
  JsonValue value;
};

inline JsonValue::JsonValue(bool flag) : value_(flag) {}
inline JsonValue::JsonValue(Digits number) : value_(std::move(number)) {}
inline JsonValue::JsonValue(std::string text) : value_(std::move(text)) {}
inline JsonValue::JsonValue(std::string_view text) : value_(std::string(text)) {}
inline JsonValue::JsonValue(const char* text) : value_(std::string(text)) {}
inline JsonValue::JsonValue(Array items) : value_(std::move(items)) {}
inline JsonValue::JsonValue(Object members) : value_(std::move(members)) {}

/// The number that digits stand for, rounded.
double to_double(const JsonValue::Digits& digits);

/// Whether the two are the same value: members in any order, numbers by what they stand for.
bool is_same(const JsonValue& a, const JsonValue& b);
/// A text that is equal for values that are the same, and for no others.
std::string identity_of(const JsonValue& value);

}  // namespace baton
