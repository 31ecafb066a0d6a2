#pragma once

#include <filesystem>
#include <memory>

#include "baton/open.hpp"
#include "support/history.hpp"

/// One Redis a process, as durable as it is meant to be used, and the ways to it. A directory is a namespace.
namespace baton::test {

Result<Store> open_redis(const std::filesystem::path& directory, std::shared_ptr<const Clock> clock);

Result<Store> open_redis_through_proxy(const std::filesystem::path& directory, std::shared_ptr<const Clock> clock);

/// Its connections fail wherever that must not show (fragile.hpp).
Result<Store> open_redis_with_faults(const std::filesystem::path& directory, std::shared_ptr<const Clock> clock);

std::vector<Call> trace_of_redis(const std::filesystem::path& directory, std::uint64_t after);

std::shared_ptr<void> trouble_redis(std::uint64_t seed);

}  // namespace baton::test
