#include "support/api_document.hpp"

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <stdexcept>

namespace baton::test {

namespace {

/// As a path or query says it: a list with commas.
std::string plain(const JsonValue& value) {
  if (value.is_string()) return std::string(value.as_string());
  if (!value.is_array()) return boost::json::serialize(value);
  std::string text;
  for (const auto& item : value.as_array()) text += (text.empty() ? "" : ",") + plain(item);
  return text;
}

const JsonValue* member_in(const JsonValue& object, std::string_view name) {
  return object.as_object().if_contains(name);
}

std::string upper(std::string_view text) {
  std::string raised(text);
  for (char& c : raised) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return raised;
}

void put_parameter(std::string& path, std::string& query, const JsonValue& parameter) {
  const auto* example = member_in(parameter, "example");
  if (example == nullptr) return;
  const std::string name(parameter.at("name").as_string());
  if (parameter.at("in") == "query") {
    query += (query.empty() ? "?" : "&") + name + "=" + plain(*example);
  } else if (parameter.at("in") == "path") {
    const auto at = path.find("{" + name + "}");
    if (at == std::string::npos) throw std::runtime_error(path + " has no {" + name + "}");
    path.replace(at, name.size() + 2, plain(*example));
  }
}

const JsonValue& json_content(const JsonValue& content) { return content.as_object().begin()->value(); }

ApiOperation operation_of(std::string path, std::string_view method, const JsonValue& description) {
  std::string query;
  if (const auto* parameters = member_in(description, "parameters")) {
    for (const auto& parameter : parameters->as_array()) put_parameter(path, query, parameter);
  }
  if (path.find('{') != std::string::npos) throw std::runtime_error("a placeholder without an example: " + path);
  const auto* body = member_in(description, "requestBody");
  return {.id = std::string(description.at("operationId").as_string()),
          .method = upper(method),
          .target = path + query,
          .body = body == nullptr ? "" : boost::json::serialize(json_content(body->at("content")).at("example")),
          .needs_token = member_in(description, "security") == nullptr,
          .description = description};
}

}  // namespace

ApiDocument::ApiDocument(const std::string& text) : document_(boost::json::parse(text)) {
  for (const auto& [path, methods] : document_.at("paths").as_object()) {
    for (const auto& [method, description] : methods.as_object()) {
      operations_.push_back(operation_of(std::string(path), method, description));
    }
  }
}

const ApiOperation& ApiDocument::operation(const std::string& id) const {
  const auto found = std::ranges::find(operations_, id, &ApiOperation::id);
  if (found == operations_.end()) throw std::runtime_error("no operation " + id);
  return *found;
}

const JsonValue& ApiDocument::followed(const JsonValue& value) const {
  const auto* reference = member_in(value, "$ref");
  return reference == nullptr ? value : resolve(document_, reference->as_string());
}

std::vector<std::string> ApiDocument::faults(const ApiOperation& operation, const HttpResponse& response) const {
  const auto* answer = member_in(operation.description.at("responses"), std::to_string(response.status));
  if (answer == nullptr) return {"the status " + std::to_string(response.status) + " is not described"};
  const auto* content = member_in(followed(*answer), "content");
  if (content == nullptr) {
    if (response.body.empty()) return {};
    return {"there should be no body"};
  }
  const auto type = response.header("Content-Type");
  const auto* described = member_in(*content, type);
  if (described == nullptr) return {"the type " + type + " is not described"};
  if (!type.ends_with("json")) return {};
  return SchemaCheck(document_).faults(described->at("schema"), boost::json::parse(response.body));
}

std::vector<std::string> ApiDocument::faulty_examples(const ApiOperation& operation) const {
  const SchemaCheck check(document_);
  std::vector<std::string> faults;
  const auto compare = [&](const JsonValue& described) {
    const auto* example = member_in(described, "example");
    if (example == nullptr) return;
    for (const auto& fault : check.faults(described.at("schema"), *example)) faults.push_back(fault);
  };
  if (const auto* parameters = member_in(operation.description, "parameters")) {
    for (const auto& parameter : parameters->as_array()) compare(parameter);
  }
  if (const auto* body = member_in(operation.description, "requestBody")) compare(json_content(body->at("content")));
  for (const auto& [status, answer] : operation.description.at("responses").as_object()) {
    if (const auto* content = member_in(followed(answer), "content")) compare(json_content(*content));
  }
  return faults;
}

}  // namespace baton::test
