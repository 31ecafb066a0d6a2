#pragma once

#include <memory>

#include "backend/postgres/migrate.hpp"
#include "backend/postgres/store.hpp"
#include "core/inspector.hpp"

namespace baton::postgres {

/// Freezes the namespace while it lives. Errors as open.
Result<std::unique_ptr<Inspector>> open_inspector(const Options& options);

/// Brings the namespace's schema up to date without serving it, unless `dry_run`. Errors as open.
Result<Migrated> migrate(const Options& options, bool dry_run);

}  // namespace baton::postgres
