#include "engine/attention_rules.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "engine/phrases.hpp"

namespace baton {

namespace {

constexpr std::array rule_table = [] {
  using enum AttentionRule;
  using enum Severity;
  return std::array{
      AttentionRuleEntry{store_frozen, "store_frozen", critical, Command::store_thaw,
                         "every write is refused until the store is thawed", &judges::store_frozen},
      AttentionRuleEntry{all_paused, "all_paused", critical, Command::queue_resume_all,
                         "an operator has paused all lanes: no task is given to anybody", &judges::all_paused},
      AttentionRuleEntry{lane_unserved, "lane_unserved", critical, Command::agent_list,
                         "tasks wait in a lane that no live agent serves: there is none, or all are draining, "
                         "quarantined or stale",
                         &judges::lane_unserved},
      AttentionRuleEntry{group_dropped, "group_dropped", critical, Command::group_show,
                         "the log's hard cap took events that the group had not acknowledged", &judges::group_dropped},
      AttentionRuleEntry{durability_relaxed, "durability_relaxed", warning, Command::health,
                         "the store may lose acknowledged writes; the sentence says why", &judges::durability_relaxed},
      AttentionRuleEntry{store_degraded, "store_degraded", warning, Command::health,
                         "the ephemeral store is down: results are not handed over", &judges::store_degraded},
      AttentionRuleEntry{lane_paused, "lane_paused", warning, Command::queue_resume, "an operator has paused the lane",
                         &judges::lane_paused},
      AttentionRuleEntry{task_dead, "task_dead", warning, Command::task_retry,
                         "poison: three agents crashed while they held the task, so nobody is given it again",
                         &judges::task_dead},
      AttentionRuleEntry{task_waiting_long, "task_waiting_long", warning, Command::task_why,
                         "pending tasks that wait longer than `waiting_for`, by lane", &judges::task_waiting_long},
      AttentionRuleEntry{task_running_long, "task_running_long", warning, Command::task_why,
                         "attempts that take longer than `running_for`", &judges::task_running_long},
      AttentionRuleEntry{
          agent_stale, "agent_stale", warning, Command::agent_show,
          "the agent's deadline has passed and no sweep has declared it crashed: is a supervisor running?",
          &judges::agent_stale},
      AttentionRuleEntry{
          agent_quarantined, "agent_quarantined", warning, Command::agent_show,
          "the agent crashed more than five times in a minute, or again on probation; it is given nothing "
          "for a minute, then one task to prove itself",
          &judges::agent_quarantined},
      AttentionRuleEntry{
          group_lagging, "group_lagging", warning, Command::group_show,
          "the group is more than `lag_events` behind, or its next event has waited longer than `lag_for`",
          &judges::group_lagging},
      AttentionRuleEntry{group_dead_letters, "group_dead_letters", warning, Command::group_redrive,
                         "deliveries that were given up", &judges::group_dead_letters},
      AttentionRuleEntry{task_blocked, "task_blocked", notice, Command::task_why,
                         "tasks that wait longer than `blocked_for` for another, by the first that has not ended",
                         &judges::task_blocked},
      AttentionRuleEntry{task_failed, "task_failed", notice, Command::task_retry,
                         "tasks that failed for good within `failed_within`", &judges::task_failed},
      AttentionRuleEntry{agent_crashed, "agent_crashed", notice, Command::agent_remove,
                         "the agent was declared crashed and has not come back", &judges::agent_crashed},
      AttentionRuleEntry{store_note, "store_note", notice, Command::health, "what the store itself wants to be known",
                         &judges::store_note},
  };
}();

static_assert(rule_table.size() == attention_rules);
static_assert([] {
  for (std::size_t i = 0; i < rule_table.size(); ++i) {
    if (static_cast<std::size_t>(rule_table[i].rule) != i) return false;
    if (i > 0 && rule_table[i].severity < rule_table[i - 1].severity) return false;
  }
  return true;
}());

/// Beyond the bound, one item stands for the rest.
void bound_findings(Findings& found) {
  if (found.size() <= most_items) return;
  AttentionItem rest = std::move(found[most_items - 1]);
  rest.count = found.size() - most_items + 1;
  rest.examples = {rest.subject};
  for (std::size_t i = most_items; i < found.size(); ++i) {
    if (rest.examples.size() < Tally<Subject>::few) rest.examples.push_back(found[i].subject);
    if (found[i].since && (!rest.since || *found[i].since < *rest.since)) rest.since = found[i].since;
  }
  rest.sentence = phrase::counted(rest.count, kind_of(rest.subject)) + " more of the same";
  found.resize(most_items - 1);
  found.push_back(std::move(rest));
}

}  // namespace

std::span<const AttentionRuleEntry> attention_table() { return rule_table; }

std::string attention_document() {
  std::string text = "| rule | severity | what it means | what helps |\n|---|---|---|---|\n";
  for (const AttentionRuleEntry& entry : rule_table) {
    text.append("| `").append(entry.name).append("` | ").append(to_text(entry.severity)).append(" | ");
    text.append(entry.meaning).append(" | `").append(form_of(entry.command)).append("` |\n");
  }
  return text;
}

std::vector<AttentionItem> judge(const Situation& situation, const AttentionOptions& options) {
  std::vector<AttentionItem> items;
  for (const AttentionRuleEntry& entry : rule_table) {
    Findings found = entry.judge(situation, options);
    bound_findings(found);
    for (AttentionItem& item : found) {
      item.rule = entry.rule;
      item.severity = entry.severity;
      item.command = to_text(entry.command, name_of(item.subject));
    }
    std::ranges::move(found, std::back_inserter(items));
  }
  return items;
}

}  // namespace baton
