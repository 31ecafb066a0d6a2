#pragma once

#include <ostream>

#include "baton/store.hpp"

/// How failed expectations show our types.
namespace baton {

inline void PrintTo(Errc code, std::ostream* out) { *out << to_text(code); }
inline void PrintTo(AgentState state, std::ostream* out) { *out << to_text(state); }
inline void PrintTo(TaskStatus status, std::ostream* out) { *out << to_text(status); }
inline void PrintTo(CorrelationStatus status, std::ostream* out) { *out << to_text(status); }
inline void PrintTo(EventType type, std::ostream* out) { *out << to_text(type); }
inline void PrintTo(const Json& json, std::ostream* out) { *out << json.text(); }
inline void PrintTo(const TaskId& id, std::ostream* out) { *out << id.str(); }

inline void PrintTo(const Error& error, std::ostream* out) {
  *out << to_text(error.code) << ": " << error.detail << " (expected '" << error.expected << "', actual '"
       << error.actual << "')";
}
inline void PrintTo(const Event& event, std::ostream* out) {
  *out << event.position.value << ' ' << to_text(event.type) << ' ' << event.payload.text();
}
inline void PrintTo(const Agent& agent, std::ostream* out) {
  *out << "agent " << agent.id.str() << ' ' << to_text(agent.state) << " until " << to_text(agent.deadline);
}
inline void PrintTo(const Task& task, std::ostream* out) {
  *out << "task " << task.id.str() << ' ' << to_text(task.status) << " attempt " << task.attempt.value;
}
template <class Kind>
void PrintTo(const Text<Kind>& text, std::ostream* out) {
  *out << '\'' << text.str() << '\'';
}
template <class Kind>
void PrintTo(const Number<Kind>& number, std::ostream* out) {
  *out << number.value;
}

}  // namespace baton
