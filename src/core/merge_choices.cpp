#include <algorithm>

#include "core/merge_patterns.hpp"

namespace baton {

Result<Merged> first_acceptable(const MergeInput& input) {
  MergeReader parameters = reader_of_parameters(input);
  const double needed = parameters.optional_number("/min_confidence").value_or(0.5);
  const std::string order = parameters.optional_text("/order").value_or("expected");
  if (parameters.error()) return std::unexpected(*parameters.error());
  if (order != "expected" && order != "arrival") {
    return fail(Errc::invalid, "$.metadata.parameters.order is neither `expected` nor `arrival`");
  }
  std::vector<const MergeSignal*> candidates;
  for (const MergeSignal& signal : input.signals) candidates.push_back(&signal);
  if (order == "arrival") {
    std::ranges::sort(candidates, {}, [](const MergeSignal* each) { return std::pair(each->at, each); });
  }
  const MergeSignal* chosen = nullptr;
  double confidence = 0;
  for (const MergeSignal* candidate : candidates) {
    MergeReader reader = reader_of(*candidate);
    const auto told = reader.optional_number("/analysis/confidence");
    if (reader.error()) return std::unexpected(*reader.error());
    if (!told || *told < needed) continue;  // who says nothing of its confidence is not acceptable
    chosen = candidate;
    confidence = *told;
    break;
  }
  const JsonValue found = chosen == nullptr ? JsonValue() : reader_of(*chosen).optional_value("/analysis");
  const JsonValue* choice = found.find("choice");
  JsonValue analysis;
  analysis.set("overall_confidence", JsonValue::number(confidence))
      .set("recommended_action", choice == nullptr ? JsonValue() : *choice)
      .set("chosen_agent", chosen == nullptr ? JsonValue() : JsonValue(chosen->name.str()))
      .set("analysis", found)
      .set("missing", list_of_names(input.missing()));
  JsonValue decision;
  decision.set("action", choice == nullptr ? JsonValue() : *choice)
      .set("agent", chosen == nullptr ? JsonValue() : JsonValue(chosen->name.str()))
      .set("confidence", JsonValue::number(confidence));
  return Merged{
      .source_signals = sources_of(input).json(), .merged_analysis = analysis.json(), .decision = decision.json()};
}

Result<Merged> collect(const MergeInput& input) {
  JsonValue analyses(JsonValue::Object{});
  for (const MergeSignal& signal : input.signals) {
    analyses.set(signal.name.str(), reader_of(signal).optional_value("/analysis"));
  }
  JsonValue analysis;
  analysis.set("analyses", std::move(analyses)).set("missing", list_of_names(input.missing()));
  JsonValue decision;
  decision.set("action", JsonValue("collected")).set("signals", JsonValue::integer(input.signals.size()));
  return Merged{
      .source_signals = sources_of(input).json(), .merged_analysis = analysis.json(), .decision = decision.json()};
}

}  // namespace baton
