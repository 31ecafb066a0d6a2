#include "core/json_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/decimal.hpp"
#include "core/scan.hpp"
#include "core/writer.hpp"

namespace baton {
namespace {

JsonValue take_apart(Scan& scan);

JsonValue array_from(Scan& scan) {
  JsonValue::Array items;
  scan.take('[');
  while (!scan.at_end() && !scan.take(']')) {
    items.push_back(take_apart(scan));
    scan.take(',');
  }
  return JsonValue(std::move(items));
}

JsonValue object_from(Scan& scan) {
  JsonValue::Object members;
  scan.take('{');
  while (!scan.at_end() && !scan.take('}')) {
    auto name = scan.string();
    if (!name || !scan.take(':')) break;
    members.push_back({.name = *std::move(name), .value = take_apart(scan)});
    scan.take(',');
  }
  return JsonValue(std::move(members));
}

JsonValue take_apart(Scan& scan) {
  switch (scan.peek()) {
    case '[': return array_from(scan);
    case '{': return object_from(scan);
    case '"': return JsonValue(scan.string().value_or(""));
    default: break;
  }
  const std::string_view word = scan.value().value_or("null");
  if (word == "null") return {};
  if (word == "true" || word == "false") return JsonValue(word == "true");
  return JsonValue(JsonValue::Digits{std::string(word)});
}

void append_identity(std::string& out, const JsonValue& value) {
  if (const auto* items = value.array()) {
    out += '[';
    for (const JsonValue& item : *items) {
      append_identity(out, item);
      out += ',';
    }
    out += ']';
  } else if (const auto* members = value.object()) {
    std::vector<std::string> texts;
    for (const auto& member : *members) {
      std::string text;
      append_string(text, member.name);
      append_identity(text, member.value);
      texts.push_back(std::move(text));
    }
    std::ranges::sort(texts);
    out += '{';
    for (const std::string& text : texts) out.append(text).append(1, ',');
    out += '}';
  } else if (const auto* number = value.digits()) {
    out += Decimal(number->text).text();
  } else {
    out += value.json().text();
  }
}

}  // namespace

JsonValue::JsonValue(const Json& json) {
  Scan scan(json.text());
  *this = take_apart(scan);
}

JsonValue JsonValue::number(double value) { return JsonValue(Digits{fmt::format("{:.12g}", value)}); }
JsonValue JsonValue::integer(std::uint64_t value) { return JsonValue(Digits{std::to_string(value)}); }

const JsonValue* JsonValue::find(std::string_view name) const {
  const Object* members = object();
  if (members == nullptr) return nullptr;
  const auto found = std::ranges::find(*members, name, &Member::name);
  return found == members->end() ? nullptr : &found->value;
}

JsonValue* JsonValue::find(std::string_view name) { return const_cast<JsonValue*>(std::as_const(*this).find(name)); }

JsonValue& JsonValue::set(std::string_view name, JsonValue value) {
  if (object() == nullptr) value_ = Object{};
  if (JsonValue* known = find(name)) {
    *known = std::move(value);
  } else {
    object()->push_back({.name = std::string(name), .value = std::move(value)});
  }
  return *this;
}

bool JsonValue::erase(std::string_view name) {
  return object() != nullptr && std::erase_if(*object(), [&](const Member& member) { return member.name == name; }) > 0;
}

Json JsonValue::json() const {
  TextBuffer out;
  put_into(out);
  return Json::trusted(out.str());
}

void JsonValue::put_into(TextBuffer& out) const {
  if (is_null()) out.put("null");
  if (const bool* flag = boolean()) out.put(*flag ? "true" : "false");
  if (const Digits* number = digits()) out.put(number->text);
  if (const std::string* words = text()) put_string(out, *words);
  if (const Array* items = array()) {
    out.put('[');
    for (const JsonValue& item : *items) {
      if (&item != items->data()) out.put(',');
      item.put_into(out);
    }
    out.put(']');
  }
  if (const Object* members = object()) {
    out.put('{');
    for (const Member& member : *members) {
      if (&member != members->data()) out.put(',');
      put_string(out, member.name);
      out.put(':');
      member.value.put_into(out);
    }
    out.put('}');
  }
}

double to_double(const JsonValue::Digits& digits) {
  double value = 0;
  const char* const end = digits.text.data() + digits.text.size();
  std::from_chars(digits.text.data(), end, value);
  return value;
}

bool is_same(const JsonValue& a, const JsonValue& b) { return identity_of(a) == identity_of(b); }

std::string identity_of(const JsonValue& value) {
  std::string text;
  append_identity(text, value);
  return text;
}

}  // namespace baton
