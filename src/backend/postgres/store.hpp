#pragma once

#include <memory>
#include <string>

#include "backend/postgres/client.hpp"
#include "baton/port.hpp"

namespace baton::postgres {

struct Options {
  std::string url;
  std::string name_space = "default";
  /// Set in tests: judges instead of the server's clock, and every step is traced in the table `trace`.
  std::shared_ptr<const Clock> clock{};
};

/// Brings the namespace's schema up to date first. invalid: the URL, or a schema that a newer program wrote. unauthorized:
/// the server refuses the credentials. forbidden: we may not create the schema. unavailable: it cannot be reached.
Result<std::shared_ptr<Port>> open(const Options& options);

}  // namespace baton::postgres
