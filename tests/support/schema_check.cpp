#include "support/schema_check.hpp"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <functional>
#include <map>
#include <regex>
#include <stdexcept>

#include "baton/ids.hpp"
#include "baton/time.hpp"

namespace baton::test {

namespace {

std::string string_in(const JsonValue& value) { return value.is_string() ? std::string(value.as_string()) : ""; }

bool is_whole(const JsonValue& value) { return value.is_int64() || value.is_uint64(); }

bool is_of_type(const JsonValue& value, std::string_view type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_bool();
  if (type == "null") return value.is_null();
  if (type == "integer") return is_whole(value);
  return type == "number" && (is_whole(value) || value.is_double());
}

bool has_format(const std::string& text, std::string_view format) {
  if (format == "date-time") return parse_time(text).has_value();
  return format == "uuid" && TaskId::parse(text).has_value();
}

}  // namespace

const JsonValue& resolve(const JsonValue& document, std::string_view reference) {
  if (!reference.starts_with("#/")) throw std::runtime_error("not a reference: " + std::string(reference));
  return document.at_pointer(reference.substr(1));
}

/// One comparison, on its way down.
class SchemaCheck::Walk {
 public:
  explicit Walk(const JsonValue& document) : document_(document) {}

  void compare(const JsonValue& schema, const JsonValue& value, const std::string& place) {
    for (const auto& [keyword, argument] : schema.as_object()) {
      const auto rule = rules().find(std::string_view(keyword));
      if (rule == rules().end()) {
        wrong(place, "unknown keyword " + std::string(keyword));
      } else if (rule->second != nullptr) {
        (this->*rule->second)(argument, value, place);
      }
    }
    if (const auto* properties = schema.as_object().if_contains("properties"); properties && value.is_object()) {
      for (const auto& [name, member] : value.as_object()) {
        if (!properties->as_object().contains(name)) wrong(place, "has the unknown member " + std::string(name));
      }
    }
  }

  std::vector<std::string> faults;

 private:
  using Rule = void (Walk::*)(const JsonValue& argument, const JsonValue& value, const std::string& place);

  static const std::map<std::string, Rule, std::less<>>& rules() {
    static const std::map<std::string, Rule, std::less<>> known{
        {"description", nullptr},          {"default", nullptr},
        {"additionalProperties", nullptr}, {"$ref", &Walk::follow},
        {"anyOf", &Walk::any_of},          {"type", &Walk::type},
        {"enum", &Walk::one_of},           {"format", &Walk::format},
        {"pattern", &Walk::pattern},       {"minLength", &Walk::min_length},
        {"maxLength", &Walk::max_length},  {"minimum", &Walk::minimum},
        {"maximum", &Walk::maximum},       {"items", &Walk::items},
        {"properties", &Walk::properties}, {"required", &Walk::required}};
    return known;
  }

  void wrong(const std::string& place, const std::string& why) { faults.push_back(place + ": " + why); }

  void follow(const JsonValue& argument, const JsonValue& value, const std::string& place) {
    compare(resolve(document_, string_in(argument)), value, place);
  }

  void any_of(const JsonValue& argument, const JsonValue& value, const std::string& place) {
    std::string reasons;
    for (const auto& schema : argument.as_array()) {
      Walk branch(document_);
      branch.compare(schema, value, place);
      if (branch.faults.empty()) return;
      reasons += " (" + branch.faults.front() + ")";
    }
    wrong(place, "fits none of anyOf" + reasons);
  }

  void type(const JsonValue& argument, const JsonValue& value, const std::string& place) {
    if (!is_of_type(value, string_in(argument))) wrong(place, "is not of type " + string_in(argument));
  }

  void one_of(const JsonValue& argument, const JsonValue& value, const std::string& place) {
    const auto& words = argument.as_array();
    if (std::ranges::find(words, value) == words.end())
      wrong(place, boost::json::serialize(value) + " is not in the enum");
  }

  void format(const JsonValue& argument, const JsonValue& value, const std::string& place) {
    if (!has_format(string_in(value), string_in(argument))) wrong(place, "is no " + string_in(argument));
  }

  void pattern(const JsonValue& argument, const JsonValue& value, const std::string& place) {
    if (!std::regex_search(string_in(value), std::regex(string_in(argument)))) wrong(place, "does not fit the pattern");
  }

  void min_length(const JsonValue& argument, const JsonValue& value, const std::string& place) {
    if (string_in(value).size() < argument.to_number<std::size_t>()) wrong(place, "is too short");
  }

  void max_length(const JsonValue& argument, const JsonValue& value, const std::string& place) {
    if (string_in(value).size() > argument.to_number<std::size_t>()) wrong(place, "is too long");
  }

  void minimum(const JsonValue& argument, const JsonValue& value, const std::string& place) {
    if (value.is_number() && value.to_number<double>() < argument.to_number<double>()) wrong(place, "is too small");
  }

  void maximum(const JsonValue& argument, const JsonValue& value, const std::string& place) {
    if (value.is_number() && value.to_number<double>() > argument.to_number<double>()) wrong(place, "is too large");
  }

  void items(const JsonValue& argument, const JsonValue& value, const std::string& place) {
    if (!value.is_array()) return;
    for (std::size_t i = 0; i < value.as_array().size(); ++i) {
      compare(argument, value.as_array()[i], place + "[" + std::to_string(i) + "]");
    }
  }

  void properties(const JsonValue& argument, const JsonValue& value, const std::string& place) {
    if (!value.is_object()) return;
    for (const auto& [name, schema] : argument.as_object()) {
      if (const auto* member = value.as_object().if_contains(name)) {
        compare(schema, *member, place + "." + std::string(name));
      }
    }
  }

  void required(const JsonValue& argument, const JsonValue& value, const std::string& place) {
    if (!value.is_object()) return;
    for (const auto& name : argument.as_array()) {
      if (!value.as_object().contains(name.as_string())) wrong(place + "." + string_in(name), "is missing");
    }
  }

  const JsonValue& document_;
};

std::vector<std::string> SchemaCheck::faults(const JsonValue& schema, const JsonValue& value) const {
  Walk walk(document_);
  walk.compare(schema, value, "$");
  return walk.faults;
}

}  // namespace baton::test
