#include "engine/metric_records.hpp"

#include <map>

#include "core/json_value.hpp"
#include "engine/record_shelf.hpp"

namespace baton {

namespace {

constexpr std::chrono::minutes grace{5};

const RecordKind& metric_kind() {
  static const RecordKind kind = RecordKind::of("metric");
  return kind;
}
const RecordKind& aggregated_kind() {
  static const RecordKind kind = RecordKind::of("metric_aggregated");
  return kind;
}

/// `2026-11-15T10`, and with `digits` of 16 `2026-11-15T10:24`.
std::string clipped(Time time, std::size_t digits) { return to_text(time).substr(0, digits); }

using Sums = std::map<std::string, std::uint64_t, std::less<>>;

void add_up(Sums& sums, const Json& body) {
  const JsonValue counted(body);
  if (counted.object() == nullptr) return;
  for (const auto& member : *counted.object()) {
    if (const auto* digits = member.value.digits()) sums[member.name] += static_cast<std::uint64_t>(to_double(*digits));
  }
}

}  // namespace

awaitable<Result<void>> MetricRecords::flush(MemoryCounts counts, Time now) {
  JsonValue body;
  for (const MemoryCount& count : memory_counts) {
    const std::uint64_t more = counts.*count.member - told_.*count.member;
    if (more > 0) body.set(count.name, JsonValue::integer(more));
  }
  if (body.object() != nullptr) {
    PutRecord record{.kind = metric_kind(),
                     .key = RecordKey::trusted(clipped(now, 13) + "/" + clipped(now, 19) + "/" + instance_),
                     .body = body.json(),
                     .ttl = policies_.durable("performance_metrics")};
    const auto kept = co_await store_.call(std::move(record));
    if (!kept) co_return std::unexpected(kept.error());
    told_ = counts;
  }
  const std::string over = clipped(now - std::chrono::hours{1} - grace, 13);
  if (over == rolled_up_) co_return Result<void>{};
  auto rolled = co_await roll_up(over);
  if (!rolled && rolled.error().code != Errc::not_found) co_return rolled;
  rolled_up_ = over;
  co_return Result<void>{};
}

awaitable<Result<void>> MetricRecords::roll_up(std::string hour) {
  const auto records = co_await records_under(store_, metric_kind(), hour + "/");
  if (!records) co_return std::unexpected(records.error());
  Sums sums;
  for (const Record& record : *records) add_up(sums, record.body);
  if (sums.empty()) co_return fail(Errc::not_found, "nothing was counted in the hour " + hour);
  JsonValue body;
  for (const auto& [name, sum] : sums) body.set(name, JsonValue::integer(sum));
  PutRecord record{.kind = aggregated_kind(),
                   .key = RecordKey::trusted(hour),
                   .body = body.json(),
                   .ttl = policies_.durable("performance_metrics", "aggregated")};
  const auto kept = co_await store_.call(std::move(record));
  if (!kept) co_return std::unexpected(kept.error());
  co_return Result<void>{};
}

}  // namespace baton
