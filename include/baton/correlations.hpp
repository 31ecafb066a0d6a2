#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "baton/ids.hpp"
#include "baton/json.hpp"
#include "baton/time.hpp"

namespace baton {

enum class CorrelationStatus : std::uint8_t { collecting, ready, orchestrating, completed, failed };

enum class CorrelationEvent : std::uint8_t {
  all_in,           ///< every expected signal is there
  timeout_enough,   ///< the timeout passed with at least min_agents
  timeout_too_few,  ///< the timeout passed with fewer
  orchestrate,
  complete,
  fail,
};

inline constexpr std::size_t correlation_statuses = 5;
inline constexpr std::size_t correlation_events = 6;

/// What may follow what, for correlations. Nothing else in the program decides it.
constexpr std::optional<CorrelationStatus> next(CorrelationStatus status, CorrelationEvent event) {
  using enum CorrelationStatus;
  const auto only = [status](CorrelationStatus from, CorrelationStatus to) {
    return status == from ? std::optional(to) : std::nullopt;
  };
  switch (event) {
    case CorrelationEvent::all_in:
    case CorrelationEvent::timeout_enough: return only(collecting, ready);
    case CorrelationEvent::timeout_too_few: return only(collecting, failed);
    case CorrelationEvent::orchestrate: return only(ready, orchestrating);
    case CorrelationEvent::complete: return only(orchestrating, completed);
    case CorrelationEvent::fail: return only(orchestrating, failed);
  }
  return std::nullopt;
}

std::string_view to_text(CorrelationStatus status);
std::optional<CorrelationStatus> parse_correlation_status(std::string_view text);
std::string_view to_text(CorrelationEvent event);
std::optional<CorrelationEvent> parse_correlation_event(std::string_view text);

/// What one agent contributed. Immutable.
struct SignalEntry {
  SignalName name;
  std::uint32_t version = 1;
  Json body;
  Time at;
  bool late = false;  ///< came when the correlation was no longer collecting

  bool operator==(const SignalEntry&) const = default;
};

struct Correlation {
  CorrelationId id;
  CorrelationStatus status = CorrelationStatus::collecting;
  Version version;  ///< raised by every change
  std::vector<SignalName> expected;
  std::uint32_t min_agents = 1;
  Time timeout_at;
  std::string pattern;
  Json document;       ///< the orchestrator's: schema version, metadata, merged context, decision
  std::string step;    ///< of the workflow
  std::string digest;  ///< of what it was opened with
  std::optional<Time> expires_at;
  Time created_at;
  Time updated_at;
  std::vector<SignalEntry> signals;  ///< by name and version; unset in lists

  bool operator==(const Correlation&) const = default;
};

/// Opens a correlation that collects until now + timeout and is kept until now + ttl.
/// The same again answers with it as it is; conflict: the id is taken by one with other expectations, pattern or
/// document at opening. stale_fence: `fence`. invalid: min_agents beyond the number expected. Bound: 128 expected.
struct OpenCorrelation {
  using Reply = Correlation;
  CorrelationId id;
  std::vector<SignalName> expected;
  std::uint32_t min_agents = 1;
  Duration timeout = std::chrono::minutes{5};
  std::string pattern{};
  Json document{};
  std::optional<Duration> ttl = std::chrono::hours{24};
  std::optional<LockFence> fence{};

  bool operator==(const OpenCorrelation&) const = default;
};

/// With its signals. not_found: unknown or expired.
struct GetCorrelation {
  using Reply = Correlation;
  CorrelationId id;

  bool operator==(const GetCorrelation&) const = default;
};

/// Adds a signal, once per name and version, and makes the correlation ready in the same step when all expected names
/// are in. A signal after collecting is kept and marked late. Names that are not expected are kept and do not count.
/// The same body again answers ok; conflict: another body is there. not_found: unknown or expired correlation.
/// stale_fence: `fence`. exhausted: 1000 signals.
struct Signal {
  using Reply = Correlation;
  CorrelationId id;
  SignalName name;
  std::uint32_t version = 1;
  Json body;
  std::optional<LockFence> fence{};

  bool operator==(const Signal&) const = default;
};

/// The compare-and-set of the orchestrator: if the version is the one read, applies the event (orchestrate, complete,
/// fail), and sets what is set. `ttl` moves the expiry to now + ttl.
/// conflict{expected, actual}: another version, or a status the event does not fit. not_found. stale_fence: `fence`.
/// A repeat answers conflict with version + 1 as actual.
struct Advance {
  using Reply = Correlation;
  CorrelationId id;
  Version version;
  std::optional<CorrelationEvent> event{};
  std::optional<Json> document{};
  std::optional<std::string> step{};
  std::optional<Duration> ttl{};
  std::optional<LockFence> fence{};

  bool operator==(const Advance&) const = default;
};

struct CorrelationPage {
  std::vector<Correlation> items;  ///< without signals
  std::optional<CorrelationId> next;

  bool operator==(const CorrelationPage&) const = default;
};

/// Correlations by id, optionally of one status. Bound: examines `limit` (1–1000), so a short page is not the end.
struct ListCorrelations {
  using Reply = CorrelationPage;
  std::optional<CorrelationStatus> status{};
  CorrelationId after{};
  std::uint32_t limit = 100;

  bool operator==(const ListCorrelations&) const = default;
};

}  // namespace baton
