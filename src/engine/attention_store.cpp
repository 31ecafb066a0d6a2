#include <algorithm>

#include "engine/attention_rules.hpp"
#include "engine/phrases.hpp"

// The rules about the store and those who read its log.

namespace baton::judges {

namespace {

Findings about_store(bool found, std::string sentence) {
  if (!found) return {};
  return {AttentionItem{.subject = WholeStore{}, .sentence = std::move(sentence)}};
}

/// One item a group of which `tell` has something to say.
template <class Tell>
Findings about_groups(const Situation& situation, Tell tell) {
  Findings found;
  for (const GroupStanding& standing : situation.groups) {
    AttentionItem item{.subject = standing.group.name};
    item.sentence = tell(standing, item);
    if (item.sentence.empty()) continue;
    item.sentence = "Group " + standing.group.name.str() + " " + item.sentence;
    found.push_back(std::move(item));
  }
  return found;
}

}  // namespace

Findings store_frozen(const Situation& situation, const AttentionOptions& /*options*/) {
  return about_store(situation.health.frozen,
                     "The store is frozen: reads go on, and every write is refused until it is thawed");
}

Findings store_degraded(const Situation& situation, const AttentionOptions& /*options*/) {
  return about_store(situation.health.degraded,
                     "The ephemeral store is down: results are not handed over, everything else goes on");
}

Findings durability_relaxed(const Situation& situation, const AttentionOptions& /*options*/) {
  return about_store(!situation.health.durable,
                     "Acknowledged writes may be lost: durability " + situation.health.durability);
}

Findings store_note(const Situation& situation, const AttentionOptions& /*options*/) {
  Findings found;
  for (const std::string& note : situation.health.notes)
    std::ranges::move(about_store(true, note), std::back_inserter(found));
  return found;
}

Findings group_dropped(const Situation& situation, const AttentionOptions& /*options*/) {
  return about_groups(situation, [](const GroupStanding& standing, AttentionItem& item) -> std::string {
    if (standing.group.dropped == 0) return {};
    item.count = standing.group.dropped;
    return "has lost " + phrase::counted(item.count, "event") + " to the log's hard cap before it acknowledged them";
  });
}

Findings group_lagging(const Situation& situation, const AttentionOptions& options) {
  return about_groups(situation, [&](const GroupStanding& standing, AttentionItem& item) -> std::string {
    const bool late = standing.next_at && *standing.next_at <= situation.now() - options.lag_for;
    if (standing.group.lag <= options.lag_events && !late) return {};
    item.count = standing.group.lag;
    item.since = standing.next_at;
    std::string sentence = "is " + phrase::counted(item.count, "event") + " behind";
    if (item.since) sentence += ", the first of them " + phrase::span(situation.now() - *item.since) + " old";
    return sentence;
  });
}

Findings group_dead_letters(const Situation& situation, const AttentionOptions& /*options*/) {
  return about_groups(situation, [](const GroupStanding& standing, AttentionItem& item) -> std::string {
    if (standing.group.dead == 0) return {};
    item.count = standing.group.dead;
    return "has " + phrase::counted(item.count, "dead letter") + ": events that it was handed " +
           phrase::counted(standing.group.max_deliveries, "time") + " and never acknowledged";
  });
}

}  // namespace baton::judges
