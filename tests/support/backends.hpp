#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "baton/open.hpp"

namespace baton::test {

/// One backend as the suites see it. `open` may start a server, once a process; a directory is one store.
struct Backend {
  std::string name;
  std::function<Result<Store>(const std::filesystem::path& directory, std::shared_ptr<const Clock> clock)> open;
  bool restarts = true;              ///< a closed store can be opened again from its directory
  std::size_t long_calls = 200'000;  ///< how many random calls the long model test can afford here
};

/// Every backend that the suites run on. The first is the executable specification.
const std::vector<Backend>& backends();

}  // namespace baton::test
