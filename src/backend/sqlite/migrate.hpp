#pragma once

#include <cstdint>
#include <string>

#include "backend/sqlite/connection.hpp"

namespace baton::sqlite {

/// "batn": tells our files from those of other programs.
inline constexpr std::int64_t application_id = 0x6261746e;

/// What a file is, by its own marks.
enum class Origin : std::uint8_t { empty, ours, foreign };

struct Marks {
  Origin origin = Origin::empty;
  int schema = 0;
};

/// corrupt: the marks cannot be read.
Result<Marks> read_marks(Connection& db);

/// The schema that this program writes.
int newest_schema();

/// Refuses files of others and of newer programs, without touching them.
Result<void> check_marks(const Marks& marks, const std::string& path);

/// Marks an empty file as ours and brings any older schema up to date: each numbered migration in one transaction.
Result<void> migrate(Connection& db, const Marks& marks);

}  // namespace baton::sqlite
