#pragma once

#include <string>
#include <vector>

#include "support/http_client.hpp"
#include "support/schema_check.hpp"

namespace baton::test {

/// One operation of an OpenAPI document, and the request that its examples make.
struct ApiOperation {
  std::string id;
  std::string method;
  std::string target;  ///< path and query
  std::string body;
  bool needs_token = true;
  JsonValue description;
};

/// An OpenAPI document, as far as a test reads it.
class ApiDocument {
 public:
  explicit ApiDocument(const std::string& text);

  const std::vector<ApiOperation>& operations() const { return operations_; }
  const ApiOperation& operation(const std::string& id) const;

  /// What the document says otherwise about this answer: its status, its type, its body.
  std::vector<std::string> faults(const ApiOperation& operation, const HttpResponse& response) const;
  /// What is wrong with the examples themselves, by their schemas.
  std::vector<std::string> faulty_examples(const ApiOperation& operation) const;

 private:
  const JsonValue& followed(const JsonValue& value) const;

  JsonValue document_;
  std::vector<ApiOperation> operations_;
};

}  // namespace baton::test
