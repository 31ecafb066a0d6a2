#include "support/backends.hpp"

#include <utility>

#include "support/postgres_backend.hpp"
#include "support/redis_backend.hpp"

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
      {.name = "memory",
       .open = open_memory,
       .restarts = false,
       .long_calls = 1'000'000,
       .usual_calls = 20'000,
       .histories = 80},
      {.name = "sqlite", .open = open_sqlite, .histories = 60},
      {.name = "redis", .open = open_redis, .long_calls = 100'000, .histories = 40},
      {.name = "postgres", .open = open_postgres, .long_calls = 50'000, .histories = 10},
      {.name = "postgres_pgbouncer",
       .open = open_pgbouncer,
       .way = true,
       .turn = 1,
       .long_calls = 50'000,
       .proof_calls = 5'000,
       .usual_calls = 1'500},
      {.name = "postgres_composed",
       .open = open_composed,
       .way = true,
       .one_order = false,
       .long_calls = 50'000,
       .proof_calls = 5'000,
       .usual_calls = 1'500},
  };
  return all;
}

const std::vector<Backend>& backends_with_faults() {
  static const std::vector<Backend> all = [] {
    std::vector<Backend> with = backends();
    with.push_back({.name = "redis_with_faults", .open = open_redis_with_faults, .way = true, .turn = 0});
    with.push_back({.name = "postgres_with_faults", .open = open_postgres_with_faults, .way = true, .turn = 1});
    with.push_back({.name = "postgres_pgbouncer_session", .open = open_pgbouncer_with_session, .way = true, .turn = 0});
    return with;
  }();
  return all;
}

const std::vector<Backend>& troubled_backends() {
  static const std::vector<Backend> all{
      {.name = "troubled_redis",
       .open = open_redis_through_proxy,
       .long_calls = 100'000,
       .histories = 2,
       .trace = trace_of_redis,
       .trouble = trouble_redis},
      {.name = "troubled_postgres",
       .open = open_postgres_through_proxy,
       .long_calls = 50'000,
       .histories = 2,
       .trace = trace_of_postgres,
       .trouble = trouble_postgres},
  };
  return all;
}

}  // namespace baton::test
