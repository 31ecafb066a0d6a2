#include "http/contract.hpp"

#include <utility>

#include "core/writer.hpp"
#include "http/limits.hpp"

namespace baton::http {

Contract waiting(Contract contract, std::string description) {
  const auto seconds = static_cast<std::uint64_t>(limits::longest_wait.count());
  const Json schema =
      ObjectWriter().text("type", "number").number("minimum", 0).number("maximum", seconds).number("default", 0).json();
  contract.parameters.push_back(
      {.name = "wait", .in = "query", .schema = schema, .description = std::move(description)});
  return contract;
}

Contract or_nothing(Contract contract, std::string description) {
  contract.outcomes.push_back({.status = 204, .description = std::move(description)});
  return contract;
}

}  // namespace baton::http
