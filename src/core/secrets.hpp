#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace baton {

/// A family of secrets that can be told by their form.
struct SecretFamily {
  std::string_view name;
  std::string_view start;       ///< what it begins with
  std::string_view alphabet;    ///< what follows: ranges as in `A-Za-z0-9_`
  std::size_t least = 0;        ///< so many of it
  std::size_t most = 0;         ///< and no more; 0: as many as there are
  std::string_view needs = "";  ///< what has to stand in the rest of the line, too
};

/// All that are known; docs/jobs.md lists them.
std::span<const SecretFamily> secret_families();

/// The first secret in the text, by its family; nothing: there is none that we know.
std::optional<std::string_view> find_secret(std::string_view text);

}  // namespace baton
