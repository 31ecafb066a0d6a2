#include <algorithm>

#include "core/correlation_state.hpp"
#include "core/merge_patterns.hpp"
#include "engine/correlator.hpp"
#include "engine/pattern_command.hpp"

// How one correlation is decided, once. The lock keeps two instances from doing the same work; that only one of their
// answers counts is the record's doing, which is created once, and the correlation's version, which moves once.

namespace baton {

namespace {

constexpr std::string_view engine_version = "0.1.0";
// A late signal moves the version; nobody sends so many of them in the meantime.
constexpr int tries_against_signals = 100;

JsonValue inputs_of(const MergeInput& input) {
  JsonValue::Array inputs;
  for (const MergeSignal& signal : input.signals) {
    JsonValue each;
    each.set("name", JsonValue(signal.name.str()))
        .set("version", JsonValue::integer(signal.version))
        .set("at", JsonValue(to_text(signal.at)));
    const JsonValue version = reader_of(signal).optional_value("/agent_version");
    if (version.text() != nullptr) each.set("agent_version", version);
    inputs.push_back(std::move(each));
  }
  return JsonValue(std::move(inputs));
}

/// Around what the pattern said: whose it is, and how it came about.
Json context_of(const Correlation& correlation, const Merged& merged) {
  JsonValue metadata;
  metadata.set("merged_at", JsonValue(to_text(correlation.updated_at)))
      .set("orchestrator_version", JsonValue(engine_version))
      .set("merge_pattern", JsonValue(correlation.pattern));
  JsonValue context;
  context.set("corr_id", JsonValue(correlation.id.str()))
      .set("source_signals", JsonValue(merged.source_signals))
      .set("merged_analysis", JsonValue(merged.merged_analysis))
      .set("metadata", std::move(metadata));
  return context.json();
}

bool keeps_for_compliance(const Correlation& correlation) {
  const JsonValue document(correlation.document);
  const JsonValue* metadata = document.find("metadata");
  const JsonValue* wanted = metadata == nullptr ? nullptr : metadata->find("compliance");
  return wanted != nullptr && wanted->boolean() != nullptr && *wanted->boolean();
}

}  // namespace

/// What became of a correlation.
struct Correlator::Outcome {
  std::optional<Merged> merged;
  std::string reason;  ///< why there is nothing merged
};

const RecordKind& decision_kind() {
  static const RecordKind kind = RecordKind::of("decision");
  return kind;
}

LockName decision_lock(const CorrelationId& id) { return LockName::trusted("correlation:" + id.str()); }

RecordKey decision_key(const Correlation& correlation) {
  return RecordKey::trusted(correlation.id.str() + "/" + to_text(correlation.created_at));
}

bool is_undecided(const Correlation& correlation) {
  using enum CorrelationStatus;
  const bool due = correlation.status == ready || correlation.status == orchestrating || correlation.status == failed;
  return due && !correlation.pattern.empty() && correlation.step != "decided";
}

awaitable<Result<bool>> Correlator::decide(CorrelationId id) {
  // What is not ours to merge leaves no lock in the log.
  const auto due = co_await is_due(id);
  if (!due || !*due) co_return due;
  TryLock want{.name = decision_lock(id), .owner = LockOwner::trusted(options_.instance), .ttl = options_.lock};
  const auto lock = co_await store_.call(std::move(want));
  if (!lock) co_return std::unexpected(lock.error());
  if (!lock->won) co_return false;
  const LockFence fence{.lock = lock->lock.name, .token = lock->lock.token};
  auto decided = co_await decide_locked(std::move(id), fence);
  ReleaseLock release{.name = fence.lock, .owner = lock->lock.owner, .token = fence.token};
  static_cast<void>(co_await store_.call(std::move(release)));
  // Others finished it, or took over: that is no trouble.
  if (!decided && (decided.error().code == Errc::stale_fence || decided.error().code == Errc::not_found)) {
    ++counts_.conflicts;
    co_return false;
  }
  co_return decided;
}

awaitable<Result<bool>> Correlator::is_due(CorrelationId id) {
  GetCorrelation get{.id = std::move(id)};
  const auto found = co_await store_.call(std::move(get));
  if (!found && found.error().code == Errc::not_found) co_return false;
  if (!found) co_return std::unexpected(found.error());
  co_return is_undecided(*found) && knows_pattern(found->pattern);
}

awaitable<Result<bool>> Correlator::decide_locked(CorrelationId id, LockFence fence) {
  GetCorrelation get{.id = std::move(id)};
  auto found = co_await store_.call(std::move(get));
  if (!found) co_return std::unexpected(std::move(found.error()));
  if (!is_undecided(*found) || !knows_pattern(found->pattern)) co_return false;
  auto begun = co_await begin(*std::move(found), fence);
  if (!begun) co_return std::unexpected(std::move(begun.error()));
  auto outcome = co_await merge(*begun);
  if (!outcome) co_return std::unexpected(std::move(outcome.error()));
  auto record = co_await put_on_record(*begun, *std::move(outcome), fence);
  if (!record) co_return std::unexpected(std::move(record.error()));
  co_return co_await settle(*std::move(begun), *std::move(record), fence);
}

awaitable<Result<Correlation>> Correlator::begin(Correlation correlation, LockFence fence) {
  for (int i = 0; correlation.status == CorrelationStatus::ready && i < tries_against_signals; ++i) {
    Advance start{.id = correlation.id,
                  .version = correlation.version,
                  .event = CorrelationEvent::orchestrate,
                  .step = "merging",
                  .fence = fence};
    auto begun = co_await store_.call(std::move(start));
    if (begun) co_return begun;
    if (begun.error().code != Errc::conflict) co_return begun;
    ++counts_.conflicts;
    GetCorrelation get{.id = correlation.id};
    auto found = co_await store_.call(std::move(get));
    if (!found) co_return found;
    correlation = *std::move(found);
  }
  co_return correlation;
}

awaitable<Result<Correlator::Outcome>> Correlator::merge(Correlation correlation) {
  if (correlation.status == CorrelationStatus::failed) {
    co_return Outcome{.merged = {}, .reason = "too few agents contributed before the timeout"};
  }
  MergeInput input = merge_input_of(correlation);
  Result<Merged> merged = fail(Errc::invalid, "");
  if (const auto command = options_.commands.find(correlation.pattern); command != options_.commands.end()) {
    merged = co_await run_pattern(command->second, std::move(input), options_.command_timeout);
  } else {
    merged = options_.patterns.merge(correlation.pattern, input);
  }
  if (merged) co_return Outcome{.merged = *std::move(merged), .reason = {}};
  ++counts_.merge_errors;
  co_return Outcome{.merged = {}, .reason = merged.error().detail};
}

awaitable<Result<Json>> Correlator::put_on_record(Correlation correlation, Outcome outcome, LockFence fence) {
  const MergeInput input = merge_input_of(correlation);
  const Duration taken = correlation.updated_at - correlation.created_at;
  JsonValue body;
  body.set("corr_id", JsonValue(correlation.id.str()))
      .set("pattern", JsonValue(correlation.pattern))
      .set("outcome", JsonValue(outcome.merged ? "completed" : "failed"))
      .set("inputs", inputs_of(input))
      .set("missing", list_of_names(input.missing()))
      .set("opened_at", JsonValue(to_text(correlation.created_at)))
      .set("decided_at", JsonValue(to_text(correlation.updated_at)))
      .set("decided_by", JsonValue(options_.instance))
      .set("duration_us", JsonValue::integer(static_cast<std::uint64_t>(std::max(taken, Duration::zero()).count())))
      .set("timed_out", JsonValue(!input.missing().empty()))
      .set("errors", JsonValue::integer(outcome.merged ? 0 : 1));
  if (outcome.merged) {
    body.set("merged", JsonValue(context_of(correlation, *outcome.merged)));
    body.set("decision", JsonValue(outcome.merged->decision));
  } else {
    body.set("reason", JsonValue(outcome.reason));
  }
  const auto version = options_.schemas.current("audit_state");
  if (auto valid = options_.schemas.check("audit_state", *version, body.json()); !valid) {
    co_return std::unexpected(std::move(valid.error()));
  }
  const char* const state = keeps_for_compliance(correlation) ? "compliance" : "default";
  PutRecord put{.kind = decision_kind(),
                .key = decision_key(correlation),
                .body = body.json(),
                .ttl = options_.policies.durable("audit_logs", state),
                .expected = Version{0},
                .fence = fence};
  auto kept = co_await store_.call(std::move(put));
  if (kept) co_return kept->body;
  if (kept.error().code != Errc::conflict) co_return std::unexpected(std::move(kept.error()));
  // Somebody decided and died before telling the correlation: what they decided stands.
  GetRecord get{.kind = decision_kind(), .key = decision_key(correlation)};
  const auto theirs = co_await store_.call(std::move(get));
  if (!theirs) co_return std::unexpected(theirs.error());
  co_return theirs->body;
}

awaitable<Result<bool>> Correlator::settle(Correlation correlation, Json record, LockFence fence) {
  const JsonValue decided(record);
  const JsonValue* decision = decided.find("decision");
  const bool completes = decision != nullptr && correlation.status == CorrelationStatus::orchestrating;
  for (int i = 0; i < tries_against_signals; ++i) {
    Advance end{.id = correlation.id, .version = correlation.version, .step = "decided", .fence = fence};
    end.ttl = options_.policies.durable(correlation_type, completes ? "completed" : "failed");
    if (correlation.status == CorrelationStatus::orchestrating) {
      end.event = completes ? CorrelationEvent::complete : CorrelationEvent::fail;
    }
    if (completes) end.document = decided_document(correlation, decided.find("merged")->json(), decision->json());
    const auto settled = co_await keep_reply(std::move(end));
    if (settled) {
      const Correlation& ended = **settled;
      ++(completes ? counts_.completed : counts_.failed);
      if (!merge_input_of(ended).missing().empty()) ++counts_.timed_out;
      times_.decision.observe(ended.updated_at - ended.created_at);
      co_return true;
    }
    if (settled.error().code != Errc::conflict) co_return std::unexpected(settled.error());
    ++counts_.conflicts;
    GetCorrelation get{.id = correlation.id};
    auto found = co_await store_.call(std::move(get));
    if (!found) co_return std::unexpected(std::move(found.error()));
    if (found->step == "decided") co_return false;
    correlation = *std::move(found);
  }
  co_return fail(Errc::conflict, "correlation " + correlation.id.str() + " changes faster than it can be decided");
}

}  // namespace baton
