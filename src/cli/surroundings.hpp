#pragma once

#include <cstdlib>
#include <functional>
#include <optional>
#include <string>

namespace baton::cli {

using Environment = std::function<std::optional<std::string>(const std::string& name)>;

/// A variable that is set and not empty.
inline std::optional<std::string> from_environment(const std::string& name) {
  const char* value = std::getenv(name.c_str());  // NOLINT(concurrency-mt-unsafe): nothing here sets variables
  if (value == nullptr || *value == '\0') return std::nullopt;
  return value;
}

}  // namespace baton::cli
