#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "baton/attention.hpp"
#include "engine/commands.hpp"
#include "engine/situation.hpp"

namespace baton {

/// Items of one rule; severity, rule and command are filled in from the table.
using Findings = std::vector<AttentionItem>;

/// One rule: pure, over one reading of the store.
struct AttentionRuleEntry {
  AttentionRule rule;
  std::string_view name;  ///< stable: programs decide by it
  Severity severity;
  Command command;
  std::string_view meaning;  ///< as the documents tell it
  Findings (*judge)(const Situation&, const AttentionOptions&);
};

/// All rules in the order of their enum, which is also that of the list.
std::span<const AttentionRuleEntry> attention_table();

/// The table as docs/supervisor.md shows it.
std::string attention_document();

/// What the rules find. No rule gives more than `most_items`; what is beyond is told in the last of them.
std::vector<AttentionItem> judge(const Situation& situation, const AttentionOptions& options);

inline constexpr std::size_t most_items = 20;

/// The rules themselves.
namespace judges {

Findings store_frozen(const Situation& situation, const AttentionOptions& options);
Findings store_degraded(const Situation& situation, const AttentionOptions& options);
Findings store_note(const Situation& situation, const AttentionOptions& options);
Findings durability_relaxed(const Situation& situation, const AttentionOptions& options);
Findings group_dropped(const Situation& situation, const AttentionOptions& options);
Findings group_lagging(const Situation& situation, const AttentionOptions& options);
Findings group_dead_letters(const Situation& situation, const AttentionOptions& options);

Findings all_paused(const Situation& situation, const AttentionOptions& options);
Findings lane_paused(const Situation& situation, const AttentionOptions& options);
Findings lane_unserved(const Situation& situation, const AttentionOptions& options);
Findings agent_stale(const Situation& situation, const AttentionOptions& options);
Findings agent_quarantined(const Situation& situation, const AttentionOptions& options);
Findings agent_crashed(const Situation& situation, const AttentionOptions& options);

Findings task_dead(const Situation& situation, const AttentionOptions& options);
Findings task_failed(const Situation& situation, const AttentionOptions& options);
Findings task_waiting_long(const Situation& situation, const AttentionOptions& options);
Findings task_running_long(const Situation& situation, const AttentionOptions& options);
Findings task_blocked(const Situation& situation, const AttentionOptions& options);

}  // namespace judges
}  // namespace baton
