#include <algorithm>

#include "backend/memory/ledger.hpp"
#include "core/refusals.hpp"
#include "core/rules.hpp"

namespace baton::memory {

Result<Correlation> Ledger::apply(const OpenCorrelation& verb) {
  if (auto fenced = check(verb.fence); !fenced) return std::unexpected(fenced.error());
  std::string digest = rules::body_digest(verb);
  if (const Correlation* known = live_correlation(verb.id)) {
    if (known->digest != digest) return refuse::correlation_taken(verb.id);
    return *known;
  }
  if (correlations_.contains(verb.id)) expire_correlation(verb.id);
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
  index(correlations_[verb.id] = opened);
  append(draft::correlation_opened(opened));
  return opened;
}

Result<Correlation> Ledger::apply(const GetCorrelation& verb) {
  const Correlation* known = live_correlation(verb.id);
  if (known == nullptr) return refuse::unknown_correlation(verb.id);
  return *known;
}

Result<Correlation> Ledger::apply(const Signal& verb) {
  if (auto fenced = check(verb.fence); !fenced) return std::unexpected(fenced.error());
  Correlation* known = live_correlation(verb.id);
  if (known == nullptr) return refuse::unknown_correlation(verb.id);
  auto& signals = known->signals;
  const auto rank = [](const SignalEntry& entry) { return std::pair(entry.name, entry.version); };
  const auto place = std::ranges::lower_bound(signals, std::pair(verb.name, verb.version), {}, rank);
  if (place != signals.end() && rank(*place) == std::pair(verb.name, verb.version)) {
    if (place->body != verb.body) return refuse::signal_taken(verb.name, verb.version);
    return *known;
  }
  if (signals.size() >= limits::signals_per_correlation) return refuse::too_many_signals(verb.id);
  time_out(*known);
  const bool late = known->status != CorrelationStatus::collecting;
  const SignalEntry entry{.name = verb.name, .version = verb.version, .body = verb.body, .at = now_, .late = late};
  signals.insert(place, entry);
  known->version = known->version.next();
  known->updated_at = now_;
  append(draft::correlation_signalled(verb.id, entry));
  if (!late && rules::signals_in(*known) == known->expected.size()) move(*known, CorrelationEvent::all_in);
  return *known;
}

Result<Correlation> Ledger::apply(const Advance& verb) {
  if (auto fenced = check(verb.fence); !fenced) return std::unexpected(fenced.error());
  Correlation* known = live_correlation(verb.id);
  if (known == nullptr) return refuse::unknown_correlation(verb.id);
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
  index(*known);
  append(draft::correlation_changed(*known, before));
  return *known;
}

Result<CorrelationPage> Ledger::apply(const ListCorrelations& verb) {
  CorrelationPage page;
  std::uint32_t examined = 0;
  for (auto at = correlations_.upper_bound(verb.after); at != correlations_.end(); ++at) {
    if (examined++ == verb.limit) return page;
    Correlation correlation = at->second;
    correlation.signals.clear();
    const bool wanted = live_correlation(at->first) != nullptr && (!verb.status || correlation.status == *verb.status);
    if (wanted) page.items.push_back(std::move(correlation));
    page.next = at->first;
  }
  page.next.reset();
  return page;
}

Correlation* Ledger::live_correlation(const CorrelationId& id) {
  const auto known = correlations_.find(id);
  if (known == correlations_.end()) return nullptr;
  const bool expired = known->second.expires_at && *known->second.expires_at <= now_;
  return expired ? nullptr : &known->second;
}

void Ledger::index(const Correlation& correlation) {
  const bool collecting = correlation.status == CorrelationStatus::collecting;
  collecting_.set(correlation.id, collecting ? std::optional(correlation.timeout_at) : std::nullopt);
  correlation_expiries_.set(correlation.id, correlation.expires_at);
}

void Ledger::move(Correlation& correlation, CorrelationEvent event) {
  const CorrelationStatus before = correlation.status;
  correlation.status = next(before, event).value();
  correlation.version = correlation.version.next();
  correlation.updated_at = now_;
  index(correlation);
  append(draft::correlation_changed(correlation, before));
}

void Ledger::time_out(Correlation& correlation) {
  if (correlation.status != CorrelationStatus::collecting || correlation.timeout_at > now_) return;
  const bool enough = rules::signals_in(correlation) >= correlation.min_agents;
  move(correlation, enough ? CorrelationEvent::timeout_enough : CorrelationEvent::timeout_too_few);
}

void Ledger::drop_correlation(const CorrelationId& id) {
  collecting_.set(id, std::nullopt);
  correlation_expiries_.set(id, std::nullopt);
  correlations_.erase(id);
}

void Ledger::expire_correlation(const CorrelationId& id) {
  drop_correlation(id);
  append(draft::correlation_expired(id));
}

}  // namespace baton::memory
