#pragma once

#include <filesystem>
#include <memory>

#include "baton/open.hpp"
#include "support/history.hpp"

/// One PostgreSQL a process, as durable as it is meant to be used, and the ways to it. A directory is a namespace.
namespace baton::test {

Result<Store> open_postgres(const std::filesystem::path& directory, std::shared_ptr<const Clock> clock);

Result<Store> open_postgres_through_proxy(const std::filesystem::path& directory, std::shared_ptr<const Clock> clock);

/// Its connections fail wherever that must not show (fragile.hpp).
Result<Store> open_postgres_with_faults(const std::filesystem::path& directory, std::shared_ptr<const Clock> clock);

/// By way of a pgbouncer in transaction mode, with nothing beside it.
Result<Store> open_pgbouncer(const std::filesystem::path& directory, std::shared_ptr<const Clock> clock);

/// The same, with a direct connection beside it for what needs a session.
Result<Store> open_pgbouncer_with_session(const std::filesystem::path& directory, std::shared_ptr<const Clock> clock);

/// Results on Redis, everything else on PostgreSQL.
Result<Store> open_composed(const std::filesystem::path& directory, std::shared_ptr<const Clock> clock);

std::vector<Call> trace_of_postgres(const std::filesystem::path& directory, std::uint64_t after);

std::shared_ptr<void> trouble_postgres(std::uint64_t seed);

}  // namespace baton::test
