#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "baton/json.hpp"
#include "baton/time.hpp"

namespace baton::http {

/// One thing that a request says beside its body.
struct Parameter {
  std::string name;
  std::string_view in;  ///< `path`, `query` or `header`
  bool required = false;
  Json schema;
  std::optional<Json> example{};
  std::string description{};
  bool list = false;  ///< several values with commas between them
};

/// A body, of a request or of an answer.
struct Content {
  Json schema;
  Json example;
  std::string_view type = "application/json";
  bool required = true;
};

struct Outcome {
  unsigned status = 200;
  std::string description;
  std::optional<Content> content{};
  std::vector<Content> other{};  ///< what else the caller may ask for, by Accept
};

/// How an operation is called, and what it answers when it is not refused.
struct Contract {
  std::vector<Parameter> parameters{};
  std::optional<Content> body{};
  std::vector<Outcome> outcomes{};
};

/// Adds a parameter of the query that is a number of seconds.
Contract with_seconds(Contract contract, std::string name, Duration by_default, Duration most, std::string description,
                      Duration least = Duration::zero());
/// Adds the parameter `wait`.
Contract waiting(Contract contract, std::string description);
/// Adds that there may be nothing to answer with.
Contract or_nothing(Contract contract, std::string description);

}  // namespace baton::http
