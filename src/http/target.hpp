#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "baton/error.hpp"
#include "http/message.hpp"

namespace baton::http {

/// The target of a request line, taken apart and decoded.
struct Target {
  std::vector<std::string> segments;  ///< of the path
  std::vector<Named> query;

  bool operator==(const Target&) const = default;
};

/// invalid: not an absolute path, a broken percent sequence, a parameter twice.
Result<Target> parse_target(std::string_view text);

}  // namespace baton::http
