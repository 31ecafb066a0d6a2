#include <algorithm>

#include "core/codec_values.hpp"
#include "core/correlation_state.hpp"
#include "http/api.hpp"
#include "http/describe.hpp"
#include "http/exchange.hpp"
#include "http/memory_bodies.hpp"

// Correlations with their contract: what is written is checked, what is read is the document that agents share.

namespace baton::http {

namespace {

std::vector<TimelineEntry> entries_of(const Correlation& correlation) {
  std::vector<TimelineEntry> entries;
  const auto add = [&](Time at, const char* what) -> TimelineEntry& {
    return entries.emplace_back(TimelineEntry{.at = at, .what = what, .signal = {}, .version = {}, .late = {}});
  };
  add(correlation.created_at, "opened");
  for (const SignalEntry& signal : correlation.signals) {
    TimelineEntry& entry = add(signal.at, "signalled");
    entry.signal = signal.name;
    entry.version = signal.version;
    entry.late = signal.late;
  }
  const bool collects = correlation.status == CorrelationStatus::collecting;
  if (!collects && !merge_input_of(correlation).missing().empty()) add(correlation.timeout_at, "timed_out");
  const bool ended =
      correlation.status == CorrelationStatus::completed || correlation.status == CorrelationStatus::failed;
  if (ended) add(correlation.updated_at, correlation.step == "decided" ? "decided" : "ended");
  std::ranges::sort(entries, {}, &TimelineEntry::at);
  return entries;
}

}  // namespace

awaitable<Result<Response>> open_correlation(Services services, Request request) {
  auto verb = input_of<OpenCorrelation>(request);
  if (!verb) co_return std::unexpected(std::move(verb.error()));
  auto opened = co_await services.correlator->open(*std::move(verb));
  if (!opened) co_return std::unexpected(std::move(opened.error()));
  co_return json_response(encode(*opened));
}

Contract describe_open_correlation(const Route& route, Schemas& schemas) {
  return contract_of_verb<OpenCorrelation>(route, schemas);
}

awaitable<Result<Response>> send_signal(Services services, Request request) {
  auto verb = input_of<Signal>(request);
  if (!verb) co_return std::unexpected(std::move(verb.error()));
  auto kept = co_await services.correlator->signal(*std::move(verb));
  if (!kept) co_return std::unexpected(std::move(kept.error()));
  co_return json_response(encode(*kept));
}

Contract describe_signal(const Route& route, Schemas& schemas) { return contract_of_verb<Signal>(route, schemas); }

awaitable<Result<Response>> advance_correlation(Services services, Request request) {
  auto verb = input_of<Advance>(request);
  if (!verb) co_return std::unexpected(std::move(verb.error()));
  auto advanced = co_await services.correlator->advance(*std::move(verb));
  if (!advanced) co_return std::unexpected(std::move(advanced.error()));
  co_return json_response(encode(*advanced));
}

Contract describe_advance(const Route& route, Schemas& schemas) { return contract_of_verb<Advance>(route, schemas); }

awaitable<Result<Response>> get_shared_state(Services services, Request request) {
  auto verb = input_of<GetCorrelation>(request);
  if (!verb) co_return std::unexpected(std::move(verb.error()));
  const auto found = co_await services.correlator->read(verb->id);
  if (!found) co_return std::unexpected(found.error());
  const auto state = current_state_of(**found, services.correlator->schemas());
  if (!state) co_return std::unexpected(state.error());
  co_return json_response(state->json());
}

Contract describe_shared_state(const Route& route, Schemas& schemas) {
  return answers(takes<GetCorrelation>(route, schemas), type_schema("object"), state_of(sample<Correlation>()).json());
}

awaitable<Result<Response>> get_timeline(Services services, Request request) {
  auto verb = input_of<GetCorrelation>(request);
  if (!verb) co_return std::unexpected(std::move(verb.error()));
  const auto found = co_await services.store.call(*std::move(verb));
  if (!found) co_return std::unexpected(found.error());
  const Timeline line{.id = found->id, .status = found->status, .step = found->step, .entries = entries_of(*found)};
  co_return json_response(encode(line));
}

Contract describe_timeline(const Route& route, Schemas& schemas) {
  const Correlation shown = sample<Correlation>();
  const Timeline line{.id = shown.id, .status = shown.status, .step = "", .entries = entries_of(shown)};
  return answers(takes<GetCorrelation>(route, schemas), schemas.of<Timeline>(), encode(line));
}

awaitable<Result<Response>> get_decision(Services services, Request request) {
  Duration wait{};
  auto verb = input_of<GetCorrelation>(request, &wait);
  if (!verb) co_return std::unexpected(std::move(verb.error()));
  const auto record =
      co_await services.correlator->decision(std::move(verb->id), wait, std::move(request.arrival.peer));
  if (!record) co_return std::unexpected(record.error());
  co_return json_response(record->body);
}

Contract describe_decision(const Route& route, Schemas& schemas) {
  const Json decided =
      Json::trusted(R"({"corr_id":"trade-7","pattern":"collect","outcome":"completed","inputs":[],"missing":[],)"
                    R"("decision":{"action":"collected","signals":1},"timed_out":false,"errors":0})");
  return waiting(answers(takes<GetCorrelation>(route, schemas), type_schema("object"), decided),
                 "Seconds to wait for the decision.");
}

}  // namespace baton::http
