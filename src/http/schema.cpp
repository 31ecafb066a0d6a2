#include "http/schema.hpp"

#include "core/writer.hpp"

namespace baton::http {

Json Schemas::add(const std::string& name, const std::vector<Property>& properties, bool is_request) {
  ObjectWriter members;
  std::vector<Json> required;
  for (const auto& property : properties) {
    members.json(property.name, property.schema);
    if (property.required) required.push_back(Json::string(property.name));
  }
  ObjectWriter schema;
  schema.text("type", "object").json("properties", members.json());
  if (!required.empty()) schema.json("required", array_of(required));
  // A member that a request should not have is refused; an answer may get more members in time.
  if (is_request) schema.flag("additionalProperties", false);
  named_[name] = schema.json();
  return reference(name);
}

Json Schemas::all() const {
  ObjectWriter all;
  for (const auto& [name, schema] : named_) all.json(name, schema);
  return all.json();
}

}  // namespace baton::http
