#include "engine/context.hpp"

#include "core/json_value.hpp"
#include "engine/record_shelf.hpp"

namespace baton {

namespace {

const RecordKind& context_kind() {
  static const RecordKind kind = RecordKind::of("context");
  return kind;
}

// An id has no slash, so documents of one correlation are neighbours and no other's are among them.
std::string prefix_of(const CorrelationId& id) { return id.str() + "/"; }

Result<RecordKey> key_of(const CorrelationId& id, const std::string& name) {
  if (is_signal_name(name)) return RecordKey::trusted(prefix_of(id) + name);
  return fail(Errc::invalid, "`" + name + "` is no name for a document; use 1 to 128 of a-z and _");
}

}  // namespace

awaitable<Result<Json>> read_context(View<Verbs<ListRecords>> store, CorrelationId id) {
  JsonValue documents;
  documents.set("instrument_history", JsonValue(JsonValue::Object{}))
      .set("recent_decisions", JsonValue(JsonValue::Array{}))
      .set("market_regime", JsonValue())
      .set("portfolio_state", JsonValue(JsonValue::Object{}));
  const std::string prefix = prefix_of(id);
  const auto records = co_await records_under(std::move(store), context_kind(), prefix);
  if (!records) co_return std::unexpected(records.error());
  for (const Record& record : *records) {
    documents.set(record.key.str().substr(prefix.size()), JsonValue(record.body));
  }
  co_return documents.json();
}

awaitable<Result<Record>> read_context_document(View<Verbs<GetRecord>> store, CorrelationId id, std::string name) {
  auto key = key_of(id, name);
  if (!key) co_return std::unexpected(std::move(key.error()));
  GetRecord get{.kind = context_kind(), .key = *std::move(key)};
  co_return co_await store.call(std::move(get));
}

awaitable<Result<Record>> write_context_document(View<Verbs<PutRecord>> store, CorrelationId id, std::string name,
                                                 Json document, const SchemaRegistry* schemas, Duration ttl) {
  auto key = key_of(id, name);
  if (!key) co_return std::unexpected(std::move(key.error()));
  const std::string type = "context_" + name;
  if (schemas->knows(type)) {
    if (auto valid = schemas->check(type, *schemas->current(type), document); !valid) {
      co_return std::unexpected(std::move(valid.error()));
    }
  }
  PutRecord put{.kind = context_kind(), .key = *std::move(key), .body = std::move(document), .ttl = ttl};
  co_return co_await store.call(std::move(put));
}

awaitable<Result<std::size_t>> remove_context(View<Verbs<ListRecords, PutRecord>> store, CorrelationId id) {
  return remove_records_under(std::move(store), context_kind(), prefix_of(id));
}

}  // namespace baton
