#include "support/postgres_backend.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <utility>

#include "backend/postgres/admin.hpp"
#include "backend/postgres/schema_name.hpp"
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

/// Everything that a new namespace does not have.
constexpr const char* emptied =
    "DELETE FROM baton_ns.trace; DELETE FROM baton_ns.agents; DELETE FROM baton_ns.beats; DELETE FROM baton_ns.tasks; "
    "DELETE FROM baton_ns.ready; DELETE FROM baton_ns.lines;"
    "DELETE FROM baton_ns.lanes; DELETE FROM baton_ns.paused_lanes; DELETE FROM baton_ns.dependencies; DELETE FROM "
    "baton_ns.unresolved;"
    "DELETE FROM baton_ns.late_results; DELETE FROM baton_ns.keys; DELETE FROM baton_ns.events; DELETE FROM "
    "baton_ns.groups; DELETE FROM baton_ns.deliveries;"
    "DELETE FROM baton_ns.threads; DELETE FROM baton_ns.messages; DELETE FROM baton_ns.locks; DELETE FROM "
    "baton_ns.sessions; DELETE FROM baton_ns.results;"
    "DELETE FROM baton_ns.correlations; DELETE FROM baton_ns.signals; DELETE FROM baton_ns.records;"
    "UPDATE baton_ns.meta SET position = 0, seq = 0, all_paused = false, frozen = false;"
    "SELECT setval('baton_ns.clock', 0), setval('baton_ns.positions', 0), setval('baton_ns.seqs', 0)";

/// Namespaces are dear to make, so those whose directory is gone are emptied and used again.
class Namespaces {
 public:
  std::string of(const std::filesystem::path& directory) {
    const std::lock_guard lock(mutex_);
    for (auto& [name, user] : used_) {
      if (user == directory) return name;
    }
    for (auto& [name, user] : used_) {
      if (std::filesystem::exists(user)) continue;
      user = directory;
      empty(name);
      return name;
    }
    const std::string name = "space" + std::to_string(used_.size());
    used_[name] = directory;
    return name;
  }

 private:
  void empty(const std::string& name) {
    if (!admin_) admin_ = postgres::Admin::connect(server().url());
    if (!*admin_) throw std::runtime_error((*admin_).error().detail);
    if (auto done = (*admin_)->exec(postgres::SchemaName(name).in(emptied)); !done) {
      throw std::runtime_error(done.error().detail);
    }
  }

  std::mutex mutex_;
  std::optional<Result<postgres::Admin>> admin_;
  std::map<std::string, std::filesystem::path> used_;
};

Namespaces& namespaces() {
  static Namespaces all;
  return all;
}

/// `setting`: `name=value`.
std::string with_setting(const std::string& url, const std::string& setting) {
  return url + (url.contains('?') ? "&" : "?") + setting;
}

Result<Store> open_at(const std::string& url, const std::filesystem::path& directory,
                      std::shared_ptr<const Clock> clock) {
  return open_store(url, {.clock = std::move(clock), .name_space = namespaces().of(directory)});
}

/// To start a server's process for a connection is most of what a short test costs: as few of them as may be.
std::string with_few(const std::string& url) { return with_setting(url, "pool=2"); }

std::string through_proxy() { return server().url_at("127.0.0.1:" + std::to_string(proxy().port())); }

}  // namespace

Result<Store> open_postgres(const std::filesystem::path& directory, std::shared_ptr<const Clock> clock) {
  return open_at(with_few(server().url()), directory, std::move(clock));
}

Result<Store> open_postgres_through_proxy(const std::filesystem::path& directory, std::shared_ptr<const Clock> clock) {
  // Whoever waits for a reply that was lost waits for as long as the statement may take.
  return open_at(with_setting(through_proxy(), "statement_timeout=1000"), directory, std::move(clock));
}

Result<Store> open_postgres_with_faults(const std::filesystem::path& directory, std::shared_ptr<const Clock> clock) {
  auto store = open_at(with_few(through_proxy()), directory, std::move(clock));
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
  const std::string schema = "baton_" + namespaces().of(directory);
  // One answer for all steps: the test says which it knows already.
  std::vector<Call> steps = parse_trace(server().ask("SELECT now || ' ' || verb FROM trace ORDER BY step", schema));
  steps.erase(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(after, steps.size())));
  return steps;
}

std::shared_ptr<void> trouble_postgres(std::uint64_t seed) { return std::make_shared<Trouble>(proxy(), seed); }

}  // namespace baton::test
