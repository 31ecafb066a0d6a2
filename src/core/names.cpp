#include <variant>

#include "baton/verb.hpp"
#include "core/text_table.hpp"
#include "core/verb_names.hpp"

namespace baton {

std::string_view to_text(Errc code) { return text_of(code); }

std::string_view to_text(AgentState state) { return text_of(state); }
std::optional<AgentState> parse_agent_state(std::string_view text) { return value_of<AgentState>(text); }
std::string_view to_text(AgentEvent event) { return text_of(event); }
std::optional<AgentEvent> parse_agent_event(std::string_view text) { return value_of<AgentEvent>(text); }

std::string_view to_text(TaskStatus status) { return text_of(status); }
std::optional<TaskStatus> parse_task_status(std::string_view text) { return value_of<TaskStatus>(text); }
std::string_view to_text(DependencyRule rule) { return text_of(rule); }
std::optional<DependencyRule> parse_dependency_rule(std::string_view text) { return value_of<DependencyRule>(text); }
std::string_view to_text(SettleKind kind) { return text_of(kind); }
std::optional<SettleKind> parse_settle_kind(std::string_view text) { return value_of<SettleKind>(text); }

std::string_view to_text(CorrelationStatus status) { return text_of(status); }
std::optional<CorrelationStatus> parse_correlation_status(std::string_view text) {
  return value_of<CorrelationStatus>(text);
}
std::string_view to_text(CorrelationEvent event) { return text_of(event); }
std::optional<CorrelationEvent> parse_correlation_event(std::string_view text) {
  return value_of<CorrelationEvent>(text);
}

std::string_view to_text(EventType type) { return text_of(type); }
std::optional<EventType> parse_event_type(std::string_view text) { return value_of<EventType>(text); }

std::string_view name_of(const Verb& verb) {
  return std::visit([]<class V>(const V&) { return verb_name<V>; }, verb);
}

bool is_read_only(const Verb& verb) {
  return std::visit([]<class V>(const V&) { return is_read<V>; }, verb);
}

}  // namespace baton
