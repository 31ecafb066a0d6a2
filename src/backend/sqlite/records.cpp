#include "backend/sqlite/ledger.hpp"
#include "backend/sqlite/row_codec.hpp"
#include "backend/sqlite/sql.hpp"
#include "core/refusals.hpp"

namespace baton::sqlite {

namespace {
bool is_live(const Record& record, Time now) { return !record.expires_at || *record.expires_at > now; }
}  // namespace

Result<Record> Ledger::apply(const PutRecord& verb) {
  if (auto fenced = check(verb.fence); !fenced) return std::unexpected(fenced.error());
  const auto current = live_record(verb.kind, verb.key);
  const Version version = current ? current->version : Version{};
  if (verb.expected && *verb.expected != version) {
    const bool repeated = current && version == verb.expected->next() && current->body == verb.body;
    if (!repeated) return refuse::version_differs("record " + verb.key.str(), *verb.expected, version);
    return *current;
  }
  Record record{.kind = verb.kind,
                .key = verb.key,
                .version = version.next(),
                .body = verb.body,
                .created_at = current ? current->created_at : now_,
                .updated_at = now_,
                .expires_at = verb.ttl ? std::optional(now_ + *verb.ttl) : std::nullopt};
  if (sqlite::is_live(record, now_)) {
    put_record(record);
  } else {
    db_.run(sql::record_drop, verb.kind, verb.key);
  }
  return record;
}

Result<Record> Ledger::apply(const GetRecord& verb) {
  auto record = live_record(verb.kind, verb.key);
  if (!record) return refuse::unknown_record(verb.kind, verb.key);
  return *std::move(record);
}

Result<RecordPage> Ledger::apply(const ListRecords& verb) {
  RecordPage page;
  std::uint32_t examined = 0;
  Rows rows = db_.query(sql::record_page, verb.kind, verb.after, verb.limit + 1);
  while (rows.next()) {
    if (examined++ == verb.limit) return page;
    Record record = read_record(rows);
    page.next = record.key;
    if (sqlite::is_live(record, now_)) page.items.push_back(std::move(record));
  }
  page.next.reset();
  return page;
}

std::optional<Record> Ledger::live_record(const RecordKind& kind, const RecordKey& key) {
  Rows rows = db_.query(sql::record_find, kind, key);
  if (!rows.next()) return std::nullopt;
  Record record = read_record(rows);
  return sqlite::is_live(record, now_) ? std::optional(std::move(record)) : std::nullopt;
}

void Ledger::put_record(const Record& record) {
  db_.run(sql::record_put, record.kind, record.key, record.version, record.body, record.created_at, record.updated_at,
          record.expires_at);
}

}  // namespace baton::sqlite
