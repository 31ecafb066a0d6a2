#include "support/backends.hpp"

#include <utility>

#include "support/redis_process.hpp"

namespace baton::test {
namespace {

Result<Store> open_memory(const std::filesystem::path&, std::shared_ptr<const Clock> clock) {
  return open_store("memory:", {.clock = std::move(clock)});
}

Result<Store> open_sqlite(const std::filesystem::path& directory, std::shared_ptr<const Clock> clock) {
  return open_store("sqlite:" + (directory / "state.db").string(), {.clock = std::move(clock)});
}

/// As durable as it is meant to be used.
RedisProcess& redis_server() {
  static RedisProcess server({.config = {"appendonly yes", "appendfsync always"}});
  return server;
}

Result<Store> open_redis(const std::filesystem::path& directory, std::shared_ptr<const Clock> clock) {
  return open_store(redis_server().url(), {.clock = std::move(clock), .name_space = directory.filename().string()});
}

}  // namespace

const std::vector<Backend>& backends() {
  static const std::vector<Backend> all{
      {.name = "memory", .open = open_memory, .restarts = false, .long_calls = 1'000'000},
      {.name = "sqlite", .open = open_sqlite},
      {.name = "redis", .open = open_redis, .long_calls = 100'000},
  };
  return all;
}

}  // namespace baton::test
