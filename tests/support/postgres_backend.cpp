#include "support/postgres_backend.hpp"

#include <algorithm>
#include <utility>

#include "support/fragile.hpp"
#include "support/pgbouncer_process.hpp"
#include "support/proxy.hpp"
#include "support/redis_backend.hpp"
#include "support/trouble.hpp"

namespace baton::test {
namespace {

PostgresProcess& server() {
  static PostgresProcess one;
  return one;
}

PgbouncerProcess& pooler() {
  static PgbouncerProcess one(server());
  return one;
}

Proxy& proxy() {
  static Proxy one("127.0.0.1", server().port());
  return one;
}

Result<Store> open_at(const std::string& url, const std::filesystem::path& directory,
                      std::shared_ptr<const Clock> clock) {
  return open_store(url, {.clock = std::move(clock), .name_space = directory.filename().string()});
}

}  // namespace

Result<Store> open_postgres(const std::filesystem::path& directory, std::shared_ptr<const Clock> clock) {
  return open_at(server().url(), directory, std::move(clock));
}

Result<Store> open_postgres_through_proxy(const std::filesystem::path& directory, std::shared_ptr<const Clock> clock) {
  return open_at(server().url_at("127.0.0.1:" + std::to_string(proxy().port())), directory, std::move(clock));
}

Result<Store> open_postgres_with_faults(const std::filesystem::path& directory, std::shared_ptr<const Clock> clock) {
  auto store = open_postgres_through_proxy(directory, std::move(clock));
  if (!store) return store;
  return with_faults(*store, proxy());
}

Result<Store> open_pgbouncer(const std::filesystem::path& directory, std::shared_ptr<const Clock> clock) {
  return open_at(pooler().url(), directory, std::move(clock));
}

Result<Store> open_pgbouncer_with_session(const std::filesystem::path& directory, std::shared_ptr<const Clock> clock) {
  return open_at(pooler().url_with_session(), directory, std::move(clock));
}

Result<Store> open_composed(const std::filesystem::path& directory, std::shared_ptr<const Clock> clock) {
  auto durable = open_postgres(directory, clock);
  if (!durable) return durable;
  auto ephemeral = open_redis(directory, std::move(clock));
  if (!ephemeral) return ephemeral;
  return compose(*durable, *ephemeral);
}

std::vector<Call> trace_of_postgres(const std::filesystem::path& directory, std::uint64_t after) {
  const std::string schema = "baton_" + directory.filename().string();
  // One answer for all steps: the test says which it knows already.
  std::vector<Call> steps = parse_trace(server().ask("SELECT now || ' ' || verb FROM trace ORDER BY step", schema));
  steps.erase(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(after, steps.size())));
  return steps;
}

std::shared_ptr<void> trouble_postgres(std::uint64_t seed) { return std::make_shared<Trouble>(proxy(), seed); }

}  // namespace baton::test
