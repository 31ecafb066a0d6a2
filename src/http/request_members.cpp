#include "http/request_members.hpp"

#include <algorithm>
#include <numeric>

#include "core/writer.hpp"

namespace baton::http {

namespace {

/// The last value from `inside`, which is accepted, towards `end` before one is not.
std::uint64_t last_accepted(std::uint64_t inside, std::uint64_t end,
                            const std::function<bool(std::uint64_t)>& accepts) {
  if (accepts(end)) return end;
  std::uint64_t refused = end;
  while (std::max(inside, refused) - std::min(inside, refused) > 1) {
    const std::uint64_t middle = std::midpoint(inside, refused);
    (accepts(middle) ? inside : refused) = middle;
  }
  return inside;
}

}  // namespace

Json bounded_schema(bool is_duration, std::uint64_t inside, std::uint64_t most,
                    const std::function<bool(std::uint64_t)>& accepts) {
  if (!accepts(inside)) throw std::logic_error("a number that is refused is no sample");
  ObjectWriter schema;
  schema.text("type", "integer");
  if (is_duration) schema.text("description", "microseconds");
  return schema.number("minimum", last_accepted(inside, 0, accepts))
      .number("maximum", last_accepted(inside, most, accepts))
      .json();
}

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
