#include "backend/postgres/durability.hpp"

#include <utility>

#include "backend/postgres/sql.hpp"
#include "core/number.hpp"

namespace baton::postgres {
namespace {

/// Seconds after which an open snapshot is worth a word.
constexpr std::uint64_t old_snapshot = 300;

}  // namespace

Durability judge(const DurabilitySettings& settings) {
  shared::Doubts doubts;
  if (settings.fsync != "on") doubts.add("fsync is off: a power cut may destroy the database; set fsync = on");
  if (settings.full_page_writes != "on") {
    doubts.add("full_page_writes is off: a power cut may leave torn pages; set full_page_writes = on");
  }
  if (settings.synchronous_commit == "off") {
    doubts.add("synchronous_commit is off: a crash loses the last writes; set synchronous_commit = on");
  }
  const bool unacknowledged = settings.synchronous_standby_names.empty() || settings.synchronous_commit == "local";
  if (settings.standbys > 0 && unacknowledged) {
    doubts.add(
        "a fail-over loses what no standby has received yet; set synchronous_standby_names, and synchronous_commit to "
        "on");
  }
  Durability durability = doubts.durability();
  if (settings.oldest_snapshot >= old_snapshot) {
    durability.notes.push_back("a transaction has been open for " + std::to_string(settings.oldest_snapshot) +
                               " s: until it ends, no dead row is removed; see pg_stat_activity.xact_start");
  }
  return durability;
}

awaitable<Result<DurabilitySettings>> read_settings(std::shared_ptr<Client> client) {
  Statement statement{.name = "settings", .text = std::string(sql::settings)};
  auto rows = co_await client->call(std::move(statement), {}, Repeat::safe);
  if (!rows) co_return std::unexpected(std::move(rows.error()));
  const auto& row = rows->at(0);
  co_return DurabilitySettings{.fsync = row.at(0).value_or(""),
                               .full_page_writes = row.at(1).value_or(""),
                               .synchronous_commit = row.at(2).value_or(""),
                               .synchronous_standby_names = row.at(3).value_or(""),
                               .standbys = leading_number(row.at(4).value_or("0")),
                               .oldest_snapshot = leading_number(row.at(5).value_or("0"))};
}

}  // namespace baton::postgres
