#include "engine/record_shelf.hpp"

namespace baton {

awaitable<Result<std::vector<Record>>> records_under(View<Verbs<ListRecords>> store, RecordKind kind,
                                                     std::string prefix) {
  std::vector<Record> found;
  std::optional<RecordKey> after = RecordKey::trusted(prefix);
  // Keys are in order, so nothing is behind the first that begins otherwise.
  while (after && after->str().starts_with(prefix)) {
    ListRecords list{.kind = kind, .after = *after};
    auto page = co_await store.call(std::move(list));
    if (!page) co_return std::unexpected(std::move(page.error()));
    for (Record& record : page->items) {
      if (record.key.str().starts_with(prefix)) found.push_back(std::move(record));
    }
    after = page->next;
  }
  co_return found;
}

awaitable<Result<std::size_t>> remove_records_under(View<Verbs<ListRecords, PutRecord>> store, RecordKind kind,
                                                    std::string prefix) {
  const auto records = co_await records_under(store, kind, std::move(prefix));
  if (!records) co_return std::unexpected(records.error());
  for (const Record& record : *records) {
    PutRecord remove{.kind = kind, .key = record.key, .body = {}, .ttl = Duration::zero()};
    const auto removed = co_await store.call(std::move(remove));
    if (!removed) co_return std::unexpected(removed.error());
  }
  co_return records->size();
}

}  // namespace baton
