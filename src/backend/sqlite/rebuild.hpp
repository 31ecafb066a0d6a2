#pragma once

#include "backend/sqlite/connection.hpp"

namespace baton::sqlite {

/// Makes the rows that survived a salvage agree with one another and builds everything that follows from them: lines,
/// counts, dependencies. A running task whose holder is lost waits again; a blocked one whose dependency is lost is
/// cancelled with that reason. Inside the caller's transaction.
Result<void> rebuild(Connection& db);

}  // namespace baton::sqlite
