#include "http/contract.hpp"

#include <chrono>
#include <cstdint>
#include <utility>

#include "core/writer.hpp"
#include "http/limits.hpp"

namespace baton::http {

Contract with_seconds(Contract contract, std::string name, Duration by_default, Duration most, std::string description,
                      Duration least) {
  const auto seconds = [](Duration duration) {
    return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::seconds>(duration).count());
  };
  const Json schema = ObjectWriter()
                          .text("type", "number")
                          .number("minimum", seconds(least))
                          .number("maximum", seconds(most))
                          .number("default", seconds(by_default))
                          .json();
  contract.parameters.push_back(
      {.name = std::move(name), .in = "query", .schema = schema, .description = std::move(description)});
  return contract;
}

Contract waiting(Contract contract, std::string description) {
  return with_seconds(std::move(contract), "wait", Duration::zero(), limits::longest_wait, std::move(description));
}

Contract or_nothing(Contract contract, std::string description) {
  contract.outcomes.push_back({.status = 204, .description = std::move(description)});
  return contract;
}

}  // namespace baton::http
