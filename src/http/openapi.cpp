#include <array>
#include <map>

#include "core/writer.hpp"
#include "http/api.hpp"
#include "http/describe.hpp"
#include "http/exchange.hpp"
#include "http/problem.hpp"

// The description of the API, written from the table of operations.

namespace baton::http {

namespace {

Json object_of(const std::vector<std::pair<std::string, Json>>& members) {
  ObjectWriter object;
  for (const auto& [name, value] : members) object.json(name, value);
  return object.json();
}

Json content_of(const Content& content, const std::vector<Content>& other = {}) {
  ObjectWriter types;
  const auto add = [&types](const Content& one) {
    types.json(one.type, ObjectWriter().json("schema", one.schema).json("example", one.example).json());
  };
  add(content);
  for (const auto& one : other) add(one);
  return types.json();
}

Json parameter_of(const Parameter& parameter) {
  ObjectWriter object;
  object.text("name", parameter.name).text("in", parameter.in);
  if (!parameter.description.empty()) object.text("description", parameter.description);
  if (parameter.required) object.flag("required", true);
  if (parameter.list) object.text("style", "form").flag("explode", false);
  object.json("schema", parameter.schema);
  if (parameter.example) object.json("example", *parameter.example);
  return object.json();
}

Json body_of_request(const Content& body) {
  return ObjectWriter().flag("required", body.required).json("content", content_of(body)).json();
}

Json outcome_of(const Outcome& outcome) {
  ObjectWriter object;
  object.text("description", outcome.description);
  if (outcome.content) object.json("content", content_of(*outcome.content, outcome.other));
  return object.json();
}

/// The problems that share a status are one answer.
struct ProblemAnswer {
  std::string_view name;
  std::vector<Errc> codes;
  Error example;
};

const std::vector<ProblemAnswer>& problem_answers() {
  static const std::vector<ProblemAnswer> answers{
      {"Invalid", {Errc::invalid}, {.code = Errc::invalid, .detail = "$.priority: expected an integer"}},
      {"Unauthorized", {Errc::unauthorized}, {.code = Errc::unauthorized, .detail = "the token is not known"}},
      {"Forbidden",
       {Errc::forbidden},
       {.code = Errc::forbidden, .detail = "the token has the role viewer, this needs orchestrator"}},
      {"NotFound", {Errc::not_found}, {.code = Errc::not_found, .detail = "there is no task of that id"}},
      {"Conflict",
       {Errc::conflict, Errc::stale_fence},
       {.code = Errc::conflict,
        .detail = "the agent is not in the state expected",
        .expected = "idle",
        .actual = "draining"}},
      {"Exhausted", {Errc::exhausted}, {.code = Errc::exhausted, .detail = "1024 lanes are in use"}},
      {"Unavailable", {Errc::unavailable}, {.code = Errc::unavailable, .detail = "the store does not answer"}},
  };
  return answers;
}

bool may_answer(const Route& route, Errc code) {
  switch (code) {
    case Errc::invalid: return true;
    case Errc::unauthorized:
    case Errc::forbidden: return route.role() != Role::open || route.may_refuse(code);
    case Errc::unavailable: return route.role() != Role::open || route.path() == "/readyz" || route.path() == "/login";
    default: return route.may_refuse(code);
  }
}

Json problem_reference(std::string_view name) {
  return ObjectWriter().text("$ref", "#/components/responses/" + std::string(name)).json();
}

Json responses_of(const Route& route, const Contract& contract) {
  std::map<std::string, Json> responses;
  for (const auto& outcome : contract.outcomes) responses[std::to_string(outcome.status)] = outcome_of(outcome);
  for (const auto& answer : problem_answers()) {
    const bool possible = std::ranges::any_of(answer.codes, [&](Errc code) { return may_answer(route, code); });
    // What an operation says of a status itself stands.
    if (possible)
      responses.try_emplace(std::to_string(problem_of(answer.example).status), problem_reference(answer.name));
  }
  responses["default"] = problem_reference("Problem");
  return object_of({responses.begin(), responses.end()});
}

/// `agents` of `/v1/agents/{agent}`.
std::string_view tag_of(const Route& route) {
  const auto segments = segments_of(route.path());
  return segments.size() > 1 ? segments[1] : "daemon";
}

Json operation_of(const Route& route, Schemas& schemas) {
  const Contract contract = route.contract(schemas);
  ObjectWriter object;
  object.text("operationId", route.id()).text("summary", route.summary());
  object.json("tags", array_of({Json::string(tag_of(route))}));
  object.text("x-baton-role", to_text(route.role()));
  if (route.role() == Role::open) object.json("security", Json::trusted("[]"));
  std::vector<Json> parameters;
  parameters.reserve(contract.parameters.size());
  for (const auto& parameter : contract.parameters) parameters.push_back(parameter_of(parameter));
  if (!parameters.empty()) object.json("parameters", array_of(parameters));
  if (contract.body) object.json("requestBody", body_of_request(*contract.body));
  return object.json("responses", responses_of(route, contract)).json();
}

std::string lower(std::string_view text) {
  std::string lowered(text);
  for (char& c : lowered) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return lowered;
}

Json paths_of(std::span<const Route> routes, Schemas& schemas) {
  std::vector<std::pair<std::string, Json>> paths;
  for (const auto& route : routes) {
    auto path = std::ranges::find(paths, route.path(), &std::pair<std::string, Json>::first);
    if (path == paths.end()) path = paths.insert(paths.end(), {std::string(route.path()), Json::trusted("{}")});
    path->second = with(path->second, lower(to_text(route.method())), operation_of(route, schemas));
  }
  return object_of(paths);
}

Json problem_response(std::string_view description, const Error& example, Schemas& schemas) {
  const Problem problem = problem_of(example);
  return outcome_of({.status = problem.status,
                     .description = std::string(description),
                     .content = problem_content(problem, schemas)});
}

Json responses_in_common(Schemas& schemas) {
  std::vector<std::pair<std::string, Json>> responses;
  for (const auto& answer : problem_answers()) {
    const auto title = problem_of(answer.example).title;
    responses.emplace_back(answer.name, problem_response(title, answer.example, schemas));
  }
  responses.emplace_back(
      "Problem",
      problem_response("Any other problem", {.code = Errc::corrupt, .detail = "a row cannot be read"}, schemas));
  return object_of(responses);
}

Json info() {
  const Json license = ObjectWriter().text("name", "Apache 2.0").text("identifier", "Apache-2.0").json();
  return ObjectWriter()
      .text("title", "baton")
      .text("version", BATON_VERSION)
      .text(
          "description",
          "The state layer and supervisor for fleets of AI agents. Times are RFC 3339, durations whole microseconds "
          "(`_us`). A member that an answer does not have is unset. Roles, each including the ones before it: viewer, "
          "agent, orchestrator, admin; `x-baton-role` names the one that an operation needs.")
      .json("license", license)
      .json();
}

}  // namespace

std::string openapi_document(std::span<const Route> routes) {
  Schemas schemas;
  const Json paths = paths_of(routes, schemas);
  const Json responses = responses_in_common(schemas);
  const Json bearer = ObjectWriter().text("type", "http").text("scheme", "bearer").json();
  const Json components = ObjectWriter()
                              .json("securitySchemes", ObjectWriter().json("bearer", bearer).json())
                              .json("responses", responses)
                              .json("schemas", schemas.all())
                              .json();
  return ObjectWriter()
      .text("openapi", "3.1.0")
      .json("info", info())
      .json("servers", Json::trusted(R"([{"url":"/"}])"))
      .json("security", Json::trusted(R"([{"bearer":[]}])"))
      .json("paths", paths)
      .json("components", components)
      .json()
      .text();
}

awaitable<Result<Response>> openapi(Services /*services*/, Request request) {
  if (auto valid = no_query(request); !valid) co_return std::unexpected(valid.error());
  static const std::string document = openapi_document(api_routes()) + "\n";
  co_return Response{.body = document};
}

Contract describe_openapi(const Route& route, Schemas& schemas) {
  Contract contract = takes<Nothing>(route, schemas);
  const Content content{.schema = type_schema("object"), .example = Json::trusted(R"({"openapi":"3.1.0"})")};
  contract.outcomes.push_back({.status = 200, .description = "an OpenAPI 3.1 document", .content = content});
  return contract;
}

}  // namespace baton::http
