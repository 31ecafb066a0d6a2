#include <algorithm>

#include "core/merge_patterns.hpp"

namespace baton {
namespace {

/// What one agent votes for, and with what force.
struct Vote {
  SignalName agent;
  std::string choice;
  double weight = 1;
  double confidence = 1;
};

/// What one choice has behind it, in the order in which the choices were first named.
struct Tally {
  std::string choice;
  double score = 0;
  std::vector<SignalName> agents;
};

Result<std::vector<Vote>> read_votes(const MergeInput& input) {
  MergeReader parameters = reader_of_parameters(input);
  std::vector<Vote> votes;
  for (const MergeSignal& signal : input.signals) {
    MergeReader reader = reader_of(signal);
    Vote vote{.agent = signal.name, .choice = reader.text("/analysis/choice")};
    vote.confidence = std::clamp(reader.optional_number("/analysis/confidence").value_or(1), 0.0, 1.0);
    vote.weight = std::max(parameters.optional_number("/weights/" + signal.name.str()).value_or(1), 0.0);
    if (reader.error()) return std::unexpected(*reader.error());
    votes.push_back(std::move(vote));
  }
  if (parameters.error()) return std::unexpected(*parameters.error());
  return votes;
}

std::vector<Tally> count_votes(const std::vector<Vote>& votes) {
  std::vector<Tally> tallies;
  for (const Vote& vote : votes) {
    auto tally = std::ranges::find(tallies, vote.choice, &Tally::choice);
    if (tally == tallies.end()) tally = tallies.insert(tally, Tally{.choice = vote.choice, .agents = {}});
    tally->score += vote.weight * vote.confidence;
    tally->agents.push_back(vote.agent);
  }
  return tallies;
}

JsonValue shown(const std::vector<Tally>& tallies) {
  JsonValue::Array list;
  for (const Tally& tally : tallies) {
    JsonValue each;
    each.set("choice", JsonValue(tally.choice))
        .set("score", JsonValue::number(tally.score))
        .set("agents", list_of_names(tally.agents));
    list.push_back(std::move(each));
  }
  return JsonValue(std::move(list));
}

Merged merged_votes(const MergeInput& input, JsonValue analysis, const Tally* winner, double confidence) {
  analysis.set("missing", list_of_names(input.missing()));
  JsonValue decision;
  decision.set("action", winner == nullptr ? JsonValue() : JsonValue(winner->choice))
      .set("confidence", JsonValue::number(winner == nullptr ? 0 : confidence));
  return {.source_signals = sources_of(input).json(), .merged_analysis = analysis.json(), .decision = decision.json()};
}

/// The first of those that no other comes before: earlier choices were named by agents that are expected earlier.
template <class Before>
const Tally* best_of(const std::vector<Tally>& tallies, Before before) {
  const auto best = std::ranges::min_element(tallies, before);
  return best == tallies.end() ? nullptr : &*best;
}

}  // namespace

Result<Merged> weighted_vote(const MergeInput& input) {
  const auto votes = read_votes(input);
  if (!votes) return std::unexpected(votes.error());
  MergeReader parameters = reader_of_parameters(input);
  const double least_share = parameters.optional_number("/minimum_share").value_or(0);
  if (parameters.error()) return std::unexpected(*parameters.error());
  const auto tallies = count_votes(*votes);
  double total = 0;
  for (const Tally& tally : tallies) total += tally.score;
  const Tally* winner = best_of(tallies, [](const Tally& a, const Tally& b) {
    return a.score != b.score ? a.score > b.score : a.agents.size() > b.agents.size();
  });
  const double share = winner != nullptr && total > 0 ? winner->score / total : 0;
  const bool tie = winner != nullptr && std::ranges::count(tallies, winner->score, &Tally::score) > 1;
  const bool decided = winner != nullptr && share >= least_share && total > 0;
  JsonValue analysis;
  analysis.set("overall_confidence", JsonValue::number(share))
      .set("recommended_action", decided ? JsonValue(winner->choice) : JsonValue())
      .set("tie", JsonValue(tie))
      .set("votes", shown(tallies));
  return merged_votes(input, std::move(analysis), decided ? winner : nullptr, share);
}

Result<Merged> quorum(const MergeInput& input) {
  const auto votes = read_votes(input);
  if (!votes) return std::unexpected(votes.error());
  MergeReader parameters = reader_of_parameters(input);
  const double majority = static_cast<double>(input.expected.size() / 2 + 1);
  const double needed = parameters.optional_number("/quorum").value_or(majority);
  if (parameters.error()) return std::unexpected(*parameters.error());
  const auto tallies = count_votes(*votes);
  const Tally* winner =
      best_of(tallies, [](const Tally& a, const Tally& b) { return a.agents.size() > b.agents.size(); });
  const double agents = winner == nullptr ? 0 : static_cast<double>(winner->agents.size());
  const bool reached = winner != nullptr && agents >= needed;
  const double share = input.expected.empty() ? 0 : agents / static_cast<double>(input.expected.size());
  JsonValue analysis;
  analysis.set("overall_confidence", JsonValue::number(reached ? share : 0))
      .set("recommended_action", reached ? JsonValue(winner->choice) : JsonValue())
      .set("quorum", JsonValue::number(needed))
      .set("reached", JsonValue(reached))
      .set("votes", shown(tallies));
  return merged_votes(input, std::move(analysis), reached ? winner : nullptr, share);
}

}  // namespace baton
