#pragma once

#include "backend/postgres/admin.hpp"
#include "backend/postgres/schema_name.hpp"

namespace baton::postgres {

/// What stood there before, and what stands there now.
struct Migrated {
  int from = 0;  ///< the last migration that had been applied; 0: there was no schema
  int to = 0;
  bool functions = false;  ///< whether they were installed anew
};

/// Brings the namespace's schema to what this program needs, in one transaction. Any number of programs may do so at once.
/// invalid: a newer program wrote it, or a migration is not the one that was applied. forbidden: not allowed to.
/// `dry_run`: the transaction is rolled back.
Result<Migrated> migrate(Admin& admin, const SchemaName& schema, bool dry_run = false);

/// Removes the schema with everything in it.
Result<void> erase(Admin& admin, const SchemaName& schema);

}  // namespace baton::postgres
