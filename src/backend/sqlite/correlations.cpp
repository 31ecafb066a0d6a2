#include <algorithm>

#include "backend/sqlite/ledger.hpp"
#include "backend/sqlite/row_codec.hpp"
#include "backend/sqlite/sql.hpp"
#include "core/refusals.hpp"
#include "core/rules.hpp"

namespace baton::sqlite {

namespace {

bool is_live(const Correlation& correlation, Time now) {
  return !correlation.expires_at || *correlation.expires_at > now;
}

}  // namespace

Result<Correlation> Ledger::apply(const OpenCorrelation& verb) {
  if (auto fenced = check(verb.fence); !fenced) return std::unexpected(fenced.error());
  std::string digest = rules::body_digest(verb);
  if (auto known = find_correlation(verb.id)) {
    if (sqlite::is_live(*known, now_)) {
      if (known->digest != digest) return refuse::correlation_taken(verb.id);
      return *std::move(known);
    }
    expire_correlation(verb.id);
  }
  Correlation opened{.id = verb.id,
                     .version = Version{1},
                     .expected = verb.expected,
                     .min_agents = verb.min_agents,
                     .timeout_at = now_ + verb.timeout,
                     .pattern = verb.pattern,
                     .document = verb.document,
                     .digest = std::move(digest),
                     .expires_at = verb.ttl ? std::optional(now_ + *verb.ttl) : std::nullopt,
                     .created_at = now_,
                     .updated_at = now_};
  put_correlation(opened);
  append(draft::correlation_opened(opened));
  return opened;
}

Result<Correlation> Ledger::apply(const GetCorrelation& verb) {
  auto known = live_correlation(verb.id);
  if (!known) return refuse::unknown_correlation(verb.id);
  return *std::move(known);
}

Result<Correlation> Ledger::apply(const Signal& verb) {
  if (auto fenced = check(verb.fence); !fenced) return std::unexpected(fenced.error());
  auto known = live_correlation(verb.id);
  if (!known) return refuse::unknown_correlation(verb.id);
  auto& signals = known->signals;
  const auto rank = [](const SignalEntry& entry) { return std::pair(entry.name, entry.version); };
  const auto place = std::ranges::lower_bound(signals, std::pair(verb.name, verb.version), {}, rank);
  if (place != signals.end() && rank(*place) == std::pair(verb.name, verb.version)) {
    if (place->body != verb.body) return refuse::signal_taken(verb.name, verb.version);
    return *std::move(known);
  }
  if (signals.size() >= limits::signals_per_correlation) return refuse::too_many_signals(verb.id);
  time_out(*known);
  const bool late = known->status != CorrelationStatus::collecting;
  const SignalEntry entry{.name = verb.name, .version = verb.version, .body = verb.body, .at = now_, .late = late};
  signals.insert(place, entry);
  put_signal(verb.id, entry);
  known->version = known->version.next();
  known->updated_at = now_;
  append(draft::correlation_signalled(verb.id, entry));
  if (!late && rules::signals_in(*known) == known->expected.size()) move(*known, CorrelationEvent::all_in);
  put_correlation(*known);
  return *std::move(known);
}

Result<Correlation> Ledger::apply(const Advance& verb) {
  if (auto fenced = check(verb.fence); !fenced) return std::unexpected(fenced.error());
  auto known = live_correlation(verb.id);
  if (!known) return refuse::unknown_correlation(verb.id);
  if (known->version != verb.version) {
    return refuse::version_differs("correlation " + verb.id.str(), verb.version, known->version);
  }
  const CorrelationStatus before = known->status;
  const auto after = verb.event ? next(before, *verb.event) : before;
  if (!after) return refuse::cannot_advance(before, *verb.event);
  known->status = *after;
  if (verb.document) known->document = *verb.document;
  if (verb.step) known->step = *verb.step;
  if (verb.ttl) known->expires_at = now_ + *verb.ttl;
  known->version = known->version.next();
  known->updated_at = now_;
  put_correlation(*known);
  append(draft::correlation_changed(*known, before));
  return *std::move(known);
}

Result<CorrelationPage> Ledger::apply(const ListCorrelations& verb) {
  CorrelationPage page;
  std::uint32_t examined = 0;
  Rows rows = db_.query(sql::correlation_page, verb.after, verb.limit + 1);
  while (rows.next()) {
    if (examined++ == verb.limit) return page;
    Correlation correlation = read_correlation(rows);
    page.next = correlation.id;
    const bool wanted = sqlite::is_live(correlation, now_) && (!verb.status || correlation.status == *verb.status);
    if (wanted) page.items.push_back(std::move(correlation));
  }
  page.next.reset();
  return page;
}

std::optional<Correlation> Ledger::find_correlation(const CorrelationId& id) {
  Rows rows = db_.query(sql::correlation_find, id);
  if (!rows.next()) return std::nullopt;
  Correlation correlation = read_correlation(rows);
  Rows signals = db_.query(sql::correlation_signals, id);
  while (signals.next()) {
    SignalEntry& signal = correlation.signals.emplace_back();
    CorrelationId of;
    signals.into(of, signal.name, signal.version, signal.body, signal.at, signal.late);
  }
  return correlation;
}

std::optional<Correlation> Ledger::live_correlation(const CorrelationId& id) {
  auto known = find_correlation(id);
  return known && sqlite::is_live(*known, now_) ? std::move(known) : std::nullopt;
}

void Ledger::put_correlation(const Correlation& row) {
  db_.run(sql::correlation_put, row.id, row.status, row.version, row.expected, row.min_agents, row.timeout_at,
          row.pattern, row.document, row.step, row.digest, row.expires_at, row.created_at, row.updated_at);
}

void Ledger::put_signal(const CorrelationId& id, const SignalEntry& signal) {
  db_.run(sql::correlation_put_signal, id, signal.name, signal.version, signal.body, signal.at, signal.late);
}

/// The caller writes the row.
void Ledger::move(Correlation& correlation, CorrelationEvent event) {
  const CorrelationStatus before = correlation.status;
  correlation.status = next(before, event).value_or(before);
  correlation.version = correlation.version.next();
  correlation.updated_at = now_;
  append(draft::correlation_changed(correlation, before));
}

void Ledger::time_out(Correlation& correlation) {
  if (correlation.status != CorrelationStatus::collecting || correlation.timeout_at > now_) return;
  const bool enough = rules::signals_in(correlation) >= correlation.min_agents;
  move(correlation, enough ? CorrelationEvent::timeout_enough : CorrelationEvent::timeout_too_few);
}

void Ledger::drop_correlation(const CorrelationId& id) {
  db_.run(sql::correlation_drop, id);
  db_.run(sql::correlation_drop_signals, id);
}

void Ledger::expire_correlation(const CorrelationId& id) {
  drop_correlation(id);
  append(draft::correlation_expired(id));
}

}  // namespace baton::sqlite
