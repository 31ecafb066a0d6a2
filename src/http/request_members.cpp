#include "http/request_members.hpp"

#include <algorithm>

namespace baton::http {

Json add_request(Schemas& schemas, std::string_view type, const RequestMembers& members,
                 const std::vector<std::string_view>& without) {
  const std::string name = std::string(type) + "Request";
  if (schemas.has(name)) return reference(name);
  std::vector<Property> properties;
  for (const auto& member : members) {
    if (std::ranges::find(without, member.name) != without.end()) continue;
    properties.push_back({.name = member.name, .schema = member.schema, .required = member.required});
  }
  return schemas.add(name, properties, true);
}

}  // namespace baton::http
