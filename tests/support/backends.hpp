#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "baton/open.hpp"
#include "support/history.hpp"

namespace baton::test {

/// One backend as the suites see it. `open` may start a server, once a process; a directory is one store.
struct Backend {
  std::string name;
  std::function<Result<Store>(const std::filesystem::path& directory, std::shared_ptr<const Clock> clock)> open;
  bool way = false;  ///< another way to a backend that is in the list, too
  /// Of the ways with a number a sentence takes those of one number, and all of them where there is time.
  std::optional<std::size_t> turn{};
  bool restarts = true;              ///< a closed store can be opened again from its directory
  bool one_order = true;             ///< false: two stores with an order each, so what it answers has none
  std::size_t long_calls = 200'000;  ///< how many random calls the long model test can afford here
  std::size_t proof_calls = 20'000;  ///< and `./dev prove`
  std::size_t usual_calls = 5'000;   ///< and `./dev test`
  std::size_t histories = 5;         ///< that are recorded and judged: 200 over all, the most where they cost the least
  /// Every mutation that the store carried out after that step, in its order, also those whose answers were lost.
  std::function<std::vector<Call>(const std::filesystem::path& directory, std::uint64_t after)> trace{};
  /// Spoils the connections to the store for as long as what it returns lives.
  std::function<std::shared_ptr<void>(std::uint64_t seed)> trouble{};
};

/// Every backend that the suites run on. The first is the executable specification.
const std::vector<Backend>& backends();

/// The same, and servers whose connections fail wherever that must not show.
const std::vector<Backend>& backends_with_faults();

/// Servers whose connections fail anywhere, so that answers are lost.
const std::vector<Backend>& troubled_backends();

}  // namespace baton::test
