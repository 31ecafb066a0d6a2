#include "engine/schema_migration.hpp"

#include <boost/asio/this_coro.hpp>

#include "core/correlation_state.hpp"
#include "engine/nursery.hpp"

namespace baton {

namespace {

constexpr std::size_t most_faults = 10;
constexpr int tries_against_others = 20;

struct Work {
  Migrated store;
  const SchemaRegistry* schemas;
  bool dry_run;
  MigrationPage page{};
  std::optional<Error> trouble{};
};

void note_fault(MigrationPage& page, const CorrelationId& id, const Error& error) {
  ++page.failed;
  if (page.faults.size() < most_faults) page.faults.push_back(id.str() + ": " + error.detail);
}

awaitable<void> migrate_one(Work* work, Correlation correlation) {
  for (int i = 0; i < tries_against_others; ++i) {
    auto document = migrated_document(correlation, *work->schemas);
    if (!document) co_return note_fault(work->page, correlation.id, document.error());
    if (!*document) {
      ++work->page.current;
      co_return;
    }
    Advance advance{.id = correlation.id, .version = correlation.version, .document = **std::move(document)};
    Result<Correlation> written = correlation;
    if (!work->dry_run) written = co_await work->store.call(std::move(advance));
    if (written) {
      ++work->page.migrated;
      co_return;
    }
    GetCorrelation get{.id = correlation.id};
    if (written.error().code == Errc::conflict) written = co_await work->store.call(std::move(get));
    if (!written && written.error().code == Errc::not_found) co_return;  // expired meanwhile
    if (!written) {
      work->trouble = written.error();
      co_return;
    }
    correlation = *std::move(written);
  }
  note_fault(work->page, correlation.id, {.code = Errc::conflict, .detail = "changes faster than it can be migrated"});
}

const RecordKind& progress_kind() {
  static const RecordKind kind = RecordKind::of("migration");
  return kind;
}

Result<RecordKey> progress_key(const SchemaRegistry& schemas) {
  const auto current = schemas.current(correlation_type);
  if (!current) return std::unexpected(current.error());
  return RecordKey::trusted(std::string(correlation_type) + "/" + current->str());
}

awaitable<Result<CorrelationId>> read_progress(Migrated store, RecordKey key) {
  GetRecord get{.kind = progress_kind(), .key = std::move(key)};
  const auto record = co_await store.call(std::move(get));
  if (!record && record.error().code == Errc::not_found) co_return CorrelationId{};
  if (!record) co_return std::unexpected(record.error());
  const JsonValue after(record->body);
  co_return CorrelationId::trusted(after.text() == nullptr ? "" : *after.text());
}

/// Nothing is left of it once the last page is done.
awaitable<Result<void>> write_progress(Migrated store, RecordKey key, std::optional<CorrelationId> next) {
  const Duration ttl = next ? Duration{std::chrono::hours{24 * 7}} : Duration::zero();
  PutRecord put{
      .kind = progress_kind(), .key = std::move(key), .body = Json::string(next ? next->str() : ""), .ttl = ttl};
  const auto written = co_await store.call(std::move(put));
  if (!written && written.error().code != Errc::not_found) co_return std::unexpected(written.error());
  co_return Result<void>{};
}

}  // namespace

awaitable<Result<MigrationPage>> migrate_correlations(Migrated store, const SchemaRegistry* schemas,
                                                      MigrationRequest request) {
  const auto key = progress_key(*schemas);
  if (!key) co_return std::unexpected(key.error());
  if (request.resume && request.after.empty()) {
    auto after = co_await read_progress(store, *key);
    if (!after) co_return std::unexpected(std::move(after.error()));
    request.after = *std::move(after);
  }
  ListCorrelations list{.after = request.after, .limit = request.limit};
  auto listed = co_await store.call(std::move(list));
  if (!listed) co_return std::unexpected(std::move(listed.error()));
  Work work{.store = store, .schemas = schemas, .dry_run = request.dry_run};
  work.page.examined = listed->items.size();
  work.page.next = listed->next;
  Nursery crew(co_await boost::asio::this_coro::executor);
  for (Correlation& each : listed->items) crew.start(migrate_one(&work, std::move(each)));
  co_await crew.join();
  if (work.trouble) co_return std::unexpected(*std::move(work.trouble));
  if (request.dry_run) co_return std::move(work.page);
  if (auto kept = co_await write_progress(store, *key, work.page.next); !kept) {
    co_return std::unexpected(std::move(kept.error()));
  }
  co_return std::move(work.page);
}

}  // namespace baton
