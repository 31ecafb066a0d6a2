#include "engine/checkpoint.hpp"

#include <string>
#include <utility>

#include "core/number.hpp"

namespace baton {

namespace {

const RecordKind& record_kind() {
  static const RecordKind one = RecordKind::of("supervisor");
  return one;
}
const RecordKey& record_key() {
  static const RecordKey one = RecordKey::of("log");
  return one;
}

}  // namespace

awaitable<Result<std::optional<Position>>> Checkpoint::load() {
  GetRecord get{.kind = record_kind(), .key = record_key()};
  const auto record = co_await store_.call(std::move(get));
  if (!record && record.error().code == Errc::not_found) {
    version_ = {};
    saved_ = {};
    co_return std::optional<Position>{};
  }
  if (!record) co_return std::unexpected(record.error());
  version_ = record->version;
  saved_ = Position{leading_number(record->body.text())};  // the body is the bare number
  co_return saved_;
}

awaitable<Result<void>> Checkpoint::save(Position position) {
  // Whoever loses against another supervisor looks how far that one was; a few times are enough for one that lags.
  for (int attempt = 0; attempt < 3 && is_behind(position); ++attempt) {
    auto written = co_await put(position);
    if (written || written.error().code != Errc::conflict) co_return written;
    const auto theirs = co_await load();
    if (!theirs) co_return std::unexpected(theirs.error());
  }
  co_return Result<void>{};
}

awaitable<Result<void>> Checkpoint::put(Position position) {
  PutRecord record{.kind = record_kind(),
                   .key = record_key(),
                   .body = Json::trusted(std::to_string(position.value)),
                   .expected = version_};
  const auto written = co_await store_.call(std::move(record));
  if (!written) co_return std::unexpected(written.error());
  version_ = written->version;
  saved_ = position;
  co_return Result<void>{};
}

}  // namespace baton
