#include <algorithm>

#include "core/merge_patterns.hpp"

namespace baton {
namespace {

constexpr double momentum_weight = 0.6;
constexpr double risk_weight = 0.4;
constexpr double high_risk_needs = 0.8;
constexpr double trade_needs = 0.6;
constexpr double default_max_risk = 0.02;

/// Everything that the formulas take, and nothing else of the signals.
struct Momentum {
  std::string direction;
  double strength = 0;
  double confidence = 0;
};
struct Risk {
  std::string level;
  double score = 0;  ///< 1 is the highest risk
  double recommended_size = 0;
  double max_risk_pct = 0;
  std::optional<double> stop_loss;
  std::string currency;
};

Momentum read_momentum(MergeReader& reader) {
  return {.direction = reader.text("/analysis/trend_direction"),
          .strength = reader.number("/analysis/momentum_strength"),
          .confidence = reader.number("/analysis/confidence")};
}

Risk read_risk(MergeReader& reader) {
  return {
      .level = reader.text("/analysis/risk_level"),
      .score = reader.number("/analysis/overall_score"),
      .recommended_size = reader.number("/analysis/position_sizing/recommended_size"),
      .max_risk_pct = reader.optional_number("/analysis/recommendations/max_risk_per_trade").value_or(default_max_risk),
      .stop_loss = reader.optional_number("/analysis/recommendations/stop_loss"),
      .currency = reader.optional_text("/analysis/position_sizing/currency").value_or("USD")};
}

double combined_confidence(const Momentum& momentum, const Risk& risk) {
  const double combined = momentum.confidence * momentum_weight + (1.0 - risk.score) * risk_weight;
  return std::clamp(combined, 0.0, 1.0);
}

std::string_view action_for(const Momentum& momentum, const Risk& risk) {
  if (risk.level == "blocked") return "no_trade";
  if (risk.level == "high" && momentum.strength < high_risk_needs) return "monitor";
  const bool directed = momentum.direction == "bullish" || momentum.direction == "bearish";
  return directed && momentum.strength > trade_needs ? "trade" : "monitor";
}

double size_multiplier(const Momentum& momentum) { return 0.5 + momentum.strength * 0.5; }

/// How far the price may go against the position, as a fraction of the entry: the whole risk limit without risk, half
/// of it at the highest.
double stop_loss_for(const Risk& risk) {
  return risk.stop_loss.value_or(risk.max_risk_pct * (1.0 - 0.5 * std::clamp(risk.score, 0.0, 1.0)));
}

JsonValue sources(MergeReader& momentum, MergeReader& risk) {
  JsonValue from_momentum;
  from_momentum.set("agent_version", momentum.value("/agent_version"))
      .set("enriched_at", momentum.value("/enriched_at"))
      .set("trend_direction", momentum.value("/analysis/trend_direction"))
      .set("momentum_strength", momentum.value("/analysis/momentum_strength"))
      .set("confidence", momentum.value("/analysis/confidence"));
  JsonValue from_risk;
  from_risk.set("agent_version", risk.value("/agent_version"))
      .set("enriched_at", risk.value("/enriched_at"))
      .set("risk_level", risk.value("/analysis/risk_level"))
      .set("max_position_size", risk.optional_value("/analysis/position_sizing/max_position_size"))
      .set("recommended_size", risk.value("/analysis/position_sizing/recommended_size"));
  JsonValue both;
  both.set("momentum", std::move(from_momentum)).set("risk", std::move(from_risk));
  return both;
}

JsonValue analysis(const Momentum& momentum, const Risk& risk) {
  JsonValue sizing;
  sizing.set("base_size", JsonValue::number(risk.recommended_size))
      .set("momentum_multiplier", JsonValue::number(size_multiplier(momentum)))
      .set("final_size", JsonValue::number(risk.recommended_size * size_multiplier(momentum)))
      .set("currency", JsonValue(risk.currency));
  JsonValue constraints;
  constraints.set("stop_loss", JsonValue::number(stop_loss_for(risk)))
      .set("max_risk_pct", JsonValue::number(risk.max_risk_pct));
  JsonValue merged;
  merged.set("overall_confidence", JsonValue::number(combined_confidence(momentum, risk)))
      .set("recommended_action", JsonValue(action_for(momentum, risk)))
      .set("position_sizing", std::move(sizing))
      .set("risk_constraints", std::move(constraints));
  return merged;
}

JsonValue decision(const Momentum& momentum, const Risk& risk) {
  const std::string_view action = action_for(momentum, risk);
  const bool trades = action == "trade";
  JsonValue decided;
  decided.set("action", JsonValue(action))
      .set("direction", trades ? JsonValue(momentum.direction == "bullish" ? "buy" : "sell") : JsonValue())
      .set("size", JsonValue::number(trades ? risk.recommended_size * size_multiplier(momentum) : 0))
      .set("confidence", JsonValue::number(combined_confidence(momentum, risk)));
  return decided;
}

}  // namespace

Result<Merged> momentum_risk_fusion(const MergeInput& input) {
  for (const std::string_view name : {"momentum", "risk"}) {
    if (input.find(name) == nullptr) return fail(Errc::invalid, "$.signals." + std::string(name) + " is missing");
  }
  MergeReader from_momentum = reader_of(*input.find("momentum"));
  MergeReader from_risk = reader_of(*input.find("risk"));
  const Momentum momentum = read_momentum(from_momentum);
  const Risk risk = read_risk(from_risk);
  const JsonValue used = sources(from_momentum, from_risk);
  for (const MergeReader* reader : {&from_momentum, &from_risk}) {
    if (reader->error()) return std::unexpected(*reader->error());
  }
  return Merged{.source_signals = used.json(),
                .merged_analysis = analysis(momentum, risk).json(),
                .decision = decision(momentum, risk).json()};
}

}  // namespace baton
