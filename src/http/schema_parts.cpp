#include "http/schema_parts.hpp"

#include "core/writer.hpp"

namespace baton::http {

Json array_of(const std::vector<Json>& items) {
  std::string text = "[";
  for (const auto& item : items) text += (text.size() > 1 ? "," : "") + item.text();
  return Json::trusted(text + "]");
}

Json array_of(std::span<const std::string_view> names) {
  std::vector<Json> items;
  for (const auto name : names) items.push_back(Json::string(name));
  return array_of(items);
}

Json with(const Json& object, std::string_view name, const Json& value) {
  std::string text = object.text();
  text.pop_back();
  if (text.size() > 1) text += ',';
  append_string(text, name);
  return Json::trusted(text + ":" + value.text() + "}");
}

Json type_schema(std::string_view type) { return ObjectWriter().text("type", type).json(); }

Json format_schema(std::string_view format) {
  return ObjectWriter().text("type", "string").text("format", format).json();
}

Json integer_schema(std::uint64_t most) {
  return ObjectWriter().text("type", "integer").number("minimum", 0).number("maximum", most).json();
}

Json microseconds_schema() {
  return ObjectWriter().text("type", "integer").text("description", "microseconds").number("minimum", 0).json();
}

Json enum_schema(std::span<const std::string_view> names) {
  return ObjectWriter().text("type", "string").json("enum", array_of(names)).json();
}

Json list_schema(const Json& items) { return ObjectWriter().text("type", "array").json("items", items).json(); }

Json any_schema() { return ObjectWriter().text("description", "any JSON value").json(); }

Json reference(std::string_view name) {
  return ObjectWriter().text("$ref", "#/components/schemas/" + std::string(name)).json();
}

Json either(const std::vector<Json>& schemas) { return ObjectWriter().json("anyOf", array_of(schemas)).json(); }

Json nullable(const Json& schema) { return either({schema, type_schema("null")}); }

Json name_schema(std::string_view what, std::uint64_t most_bytes) {
  return ObjectWriter()
      .text("type", "string")
      .text("description", what)
      .number("minLength", 1)
      .number("maxLength", most_bytes)
      .json();
}

Json pattern_schema(std::string_view what, std::string_view pattern) {
  return ObjectWriter().text("type", "string").text("description", what).text("pattern", pattern).json();
}

}  // namespace baton::http
