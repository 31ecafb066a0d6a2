#include "http/describe.hpp"

#include <algorithm>

#include "core/writer.hpp"
#include "http/bodies.hpp"

namespace baton::http {

namespace {

using Names = std::vector<std::string_view>;

bool holds(const Names& names, std::string_view name) { return std::ranges::find(names, name) != names.end(); }

/// The member that a placeholder stands for: of the request itself, or of a struct in it.
const RequestMember* find_member(const RequestMembers& members, std::string_view name) {
  for (const auto& member : members) {
    if (member.name == name) return &member;
  }
  for (const auto& member : members) {
    if (const auto* part = find_member(member.parts, name)) return part;
  }
  return nullptr;
}

Parameter path_parameter(const RequestMembers& members, std::string_view name) {
  const auto* member = find_member(members, name);
  return {.name = std::string(name),
          .in = "path",
          .required = true,
          .schema = member == nullptr ? type_schema("string") : member->schema,
          .example = member == nullptr ? std::nullopt : std::optional(member->sample)};
}

Parameter query_parameter(const std::string& name, const RequestMember& member) {
  Parameter parameter{
      .name = name, .in = "query", .required = member.required, .schema = member.schema, .list = member.list};
  if (member.shown) parameter.example = member.example;
  return parameter;
}

void add_query(Contract& contract, const RequestMembers& members, const Names& from_path) {
  for (const auto& member : members) {
    if (holds(from_path, member.name)) continue;
    const std::string name(member.name);
    if (member.parts.empty()) contract.parameters.push_back(query_parameter(name, member));
    for (const auto& part : member.parts) {
      contract.parameters.push_back(
          {.name = name + "_" + std::string(part.name), .in = "query", .schema = part.schema});
    }
  }
}

std::optional<Content> body_of_members(Schemas& schemas, std::string_view type, const RequestMembers& members,
                                       const Names& from_path) {
  ObjectWriter example;
  bool required = false;
  bool any = false;
  for (const auto& member : members) {
    if (holds(from_path, member.name)) continue;
    any = true;
    required = required || member.required;
    if (member.shown) example.json(member.name, member.example);
  }
  if (!any) return std::nullopt;
  return Content{
      .schema = add_request(schemas, type, members, from_path), .example = example.json(), .required = required};
}

Parameter key_parameter(std::string_view key) {
  std::string meaning = "Changes nothing here: the operation can be repeated as it is.";
  if (!key.empty()) meaning = "Stands for `" + std::string(key) + "` if the body does not name it.";
  return {.name = "Idempotency-Key", .in = "header", .schema = type_schema("string"), .description = meaning};
}

}  // namespace

Contract takes(const Route& route, Schemas& schemas, std::string_view type, const RequestMembers& members, Place place,
               std::string_view key) {
  Contract contract;
  const auto from_path = placeholders_in(route.path());
  for (const auto name : from_path) contract.parameters.push_back(path_parameter(members, name));
  if (place == Place::query) {
    add_query(contract, members, from_path);
  } else {
    contract.body = body_of_members(schemas, type, members, from_path);
  }
  if (route.method() == Method::post) contract.parameters.push_back(key_parameter(key));
  return contract;
}

Contract answers(Contract contract, const Json& schema, const Json& example) {
  contract.outcomes.push_back(
      {.status = 200, .description = "done", .content = Content{.schema = schema, .example = example}});
  return contract;
}

Contract answers_text(Contract contract, std::string_view content_type) {
  contract = answers(std::move(contract), type_schema("string"), Json::string(""));
  contract.outcomes.front().content->type = content_type;
  return contract;
}

Content problem_content(const Problem& problem, Schemas& schemas) {
  const auto response = to_response(problem, "019a86ff-2000-7000-8000-000000000000");
  return {.schema = schemas.of<ProblemDocument>(),
          .example = Json::trusted(response.body.substr(0, response.body.size() - 1)),
          .type = response.content_type};
}

Contract answers_named(Contract contract, std::string_view name, const Json& schema, const Json& example) {
  const Json object = ObjectWriter()
                          .text("type", "object")
                          .json("properties", ObjectWriter().json(name, schema).json())
                          .json("required", array_of({Json::string(name)}))
                          .json();
  return answers(std::move(contract), object, ObjectWriter().json(name, example).json());
}

}  // namespace baton::http
