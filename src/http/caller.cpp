#include "http/caller.hpp"

#include <algorithm>

namespace baton::http {

std::string_view to_text(Role role) {
  switch (role) {
    case Role::open: return "open";
    case Role::viewer: return "viewer";
    case Role::agent: return "agent";
    case Role::orchestrator: return "orchestrator";
    case Role::admin: return "admin";
  }
  return "admin";
}

bool is_agent_pattern(std::string_view text) {
  if (text.ends_with('*')) text.remove_suffix(1);
  return is_identifier(text);
}

Result<void> Scope::allow_name(std::string_view what, std::string_view name) const {
  if (!agent) return fail(Errc::forbidden, "the token is for no agent");
  std::string_view pattern = agent->str();
  const bool is_prefix = pattern.ends_with('*');
  if (is_prefix) pattern.remove_suffix(1);
  if (is_prefix ? name.starts_with(pattern) : name == pattern) return {};
  return fail(Errc::forbidden,
              "the token is for `" + agent->str() + "`, the " + std::string(what) + " is `" + std::string(name) + "`");
}

Result<void> Scope::allow_signal(const SignalName& name) const {
  if (std::ranges::find(signals, name) != signals.end()) return {};
  return fail(Errc::forbidden, "the token is not for the signal `" + name.str() + "`");
}

Result<void> Scope::allow_task(const TaskId& named) const {
  if (task && *task != named) return fail(Errc::forbidden, "the token is only for the task " + task->str());
  return {};
}

}  // namespace baton::http
