#include "http/audit.hpp"

#include <algorithm>
#include <limits>

#include "core/codec_values.hpp"
#include "engine/bell.hpp"
#include "http/limits.hpp"
#include "http/secret.hpp"

namespace baton::http {

namespace {

constexpr int tries = 5;
constexpr std::chrono::milliseconds first_pause{100};
constexpr std::size_t most_refused_actors = 4096;

std::string countdown(Time at) {
  const auto micros = static_cast<std::uint64_t>(at.time_since_epoch().count());
  std::uint64_t left = std::numeric_limits<std::uint64_t>::max() - micros;
  std::array<std::uint8_t, sizeof left> bytes{};
  for (auto byte = bytes.rbegin(); byte != bytes.rend(); ++byte, left >>= 8U) *byte = static_cast<std::uint8_t>(left);
  return to_hex(bytes);
}

}  // namespace

RecordKey audit_key(Time at) { return RecordKey::trusted(countdown(at) + "-" + random_hex(4)); }

RecordKey audit_key_before(Time at) { return RecordKey::trusted(countdown(at)); }

/// A caller that is refused again and again must not fill the store.
bool Audit::keeps(AuditEntry& entry) {
  if (entry.outcome == "done") return true;
  const auto now = std::chrono::steady_clock::now();
  if (refusals_.size() >= most_refused_actors && !refusals_.contains(entry.actor)) refusals_.clear();
  auto& refusals = refusals_.try_emplace(entry.actor, Refusals{.since = now}).first->second;
  if (now - refusals.since >= limits::refusal_window) refusals = {.since = now, .left_out = refusals.left_out};
  if (refusals.kept >= limits::kept_refusals) {
    ++refusals.left_out;
    return false;
  }
  ++refusals.kept;
  entry.left_out = std::exchange(refusals.left_out, 0);
  return true;
}

awaitable<void> Audit::record(AuditEntry entry, Answer answer) {
  if (!keeps(entry)) co_return;
  if (answer == Answer::at_once && nursery_.running() < limits::audit_writes) {
    nursery_.start(write(std::move(entry)));
  } else {
    co_await write(std::move(entry));
  }
}

awaitable<void> Audit::write(AuditEntry entry) {
  const Json body = encode(entry);
  const RecordKey key = audit_key(entry.at);
  Bell pause(executor_);
  std::string why;
  for (int i = 0; i < tries; ++i) {
    PutRecord put{.kind = RecordKind::of(audit_records), .key = key, .body = body, .ttl = audit_memory};
    const auto written = co_await store_.call(std::move(put));
    if (written) co_return;
    why = written.error().detail;
    if (!is_retryable(written.error())) break;
    if (i + 1 < tries) co_await pause.wait(Bell::Clock::now() + first_pause * (1 << i));
  }
  trouble_("an entry of the audit could not be stored (" + why + "): " + body.text());
}

}  // namespace baton::http
