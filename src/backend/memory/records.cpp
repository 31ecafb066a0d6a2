#include "backend/memory/ledger.hpp"
#include "core/refusals.hpp"

namespace baton::memory {

namespace {
bool is_kept(const Record& record, Time now) { return !record.expires_at || *record.expires_at > now; }
}  // namespace

Result<Record> Ledger::apply(const PutRecord& verb) {
  if (auto fenced = check(verb.fence); !fenced) return std::unexpected(fenced.error());
  const RecordId id{verb.kind, verb.key};
  const auto known = records_.find(id);
  const Record* current = known != records_.end() && is_kept(known->second, now_) ? &known->second : nullptr;
  const Version version = current == nullptr ? Version{} : current->version;
  if (verb.expected && *verb.expected != version) {
    const bool repeated = version == verb.expected->next() && current->body == verb.body;
    if (!repeated) return refuse::version_differs("record " + verb.key.str(), *verb.expected, version);
    return *current;
  }
  Record record{.kind = verb.kind,
                .key = verb.key,
                .version = version.next(),
                .body = verb.body,
                .created_at = current == nullptr ? now_ : current->created_at,
                .updated_at = now_,
                .expires_at = verb.ttl ? std::optional(now_ + *verb.ttl) : std::nullopt};
  if (is_kept(record, now_)) {
    put_record(record);
  } else {
    drop_record(id);
  }
  return record;
}

Result<Record> Ledger::apply(const GetRecord& verb) {
  const auto known = records_.find({verb.kind, verb.key});
  if (known == records_.end() || !is_kept(known->second, now_)) return refuse::unknown_record(verb.kind, verb.key);
  return known->second;
}

Result<RecordPage> Ledger::apply(const ListRecords& verb) {
  RecordPage page;
  std::uint32_t examined = 0;
  for (auto at = records_.upper_bound({verb.kind, verb.after}); at != records_.end(); ++at) {
    if (at->first.first != verb.kind) break;
    if (examined++ == verb.limit) return page;
    if (is_kept(at->second, now_)) page.items.push_back(at->second);
    page.next = at->first.second;
  }
  page.next.reset();
  return page;
}

void Ledger::put_record(const Record& record) {
  const RecordId id{record.kind, record.key};
  records_[id] = record;
  record_expiries_.set(id, record.expires_at);
}

void Ledger::drop_record(const RecordId& id) {
  record_expiries_.set(id, std::nullopt);
  records_.erase(id);
}

}  // namespace baton::memory
