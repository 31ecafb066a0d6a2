#include "support/backends.hpp"

#include <utility>

namespace baton::test {
namespace {

Result<Store> open_memory(const std::filesystem::path&, std::shared_ptr<const Clock> clock) {
  return open_store("memory:", {.clock = std::move(clock)});
}

Result<Store> open_sqlite(const std::filesystem::path& directory, std::shared_ptr<const Clock> clock) {
  return open_store("sqlite:" + (directory / "state.db").string(), {.clock = std::move(clock)});
}

}  // namespace

const std::vector<Backend>& backends() {
  static const std::vector<Backend> all{
      {.name = "memory", .open = open_memory, .restarts = false, .long_calls = 1'000'000},
      {.name = "sqlite", .open = open_sqlite},
  };
  return all;
}

}  // namespace baton::test
