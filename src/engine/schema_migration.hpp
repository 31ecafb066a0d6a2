#pragma once

#include <optional>
#include <string>
#include <vector>

#include "baton/schemas.hpp"
#include "baton/store.hpp"

namespace baton {

/// What became of one page of stored correlations.
struct MigrationPage {
  std::uint64_t examined = 0;
  std::uint64_t migrated = 0;  ///< of a dry run: those that would be
  std::uint64_t current = 0;   ///< had the current version already, or were opened without the contract
  std::uint64_t failed = 0;
  std::vector<std::string> faults;    ///< the first ten that failed, each with its reason
  std::optional<CorrelationId> next;  ///< unset: this was the last page
};

/// Where and how much to migrate.
struct MigrationRequest {
  CorrelationId after{};
  std::uint32_t limit = 500;
  bool dry_run = false;
  bool resume = false;  ///< without `after`: from where the last call stopped, whoever made it
};

using Migrated = View<Verbs<ListCorrelations, GetCorrelation, Advance, PutRecord, GetRecord>>;

/// Brings stored correlations to the current version of their schema, a page a call, each by compare-and-set: whoever
/// reads or writes meanwhile sees it whole, before or after. Repeatable, by several at once too. What cannot be migrated
/// stays as it is.
awaitable<Result<MigrationPage>> migrate_correlations(Migrated store, const SchemaRegistry* schemas,
                                                      MigrationRequest request);

}  // namespace baton
