#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "baton/ids.hpp"
#include "baton/time.hpp"
#include "core/field.hpp"

namespace baton::http {

/// What a caller may do, each including the ones before it. `open` asks for no credentials at all.
enum class Role { open, viewer, agent, orchestrator, admin };

std::string_view to_text(Role role);

struct TokenKind : kind::Identifier {
  static constexpr const char* what = "token id";
};
using TokenId = Text<TokenKind>;

/// An agent id, or the start of some followed by `*`.
bool is_agent_pattern(std::string_view text);

struct AgentPatternKind {
  static constexpr const char* what = "agent id or pattern";
  static constexpr const char* rule = "an agent id, or the start of one and a *";
  static constexpr const char* pattern = "^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}[*]?$";
  static bool valid(std::string_view text) { return is_agent_pattern(text); }
};
using AgentPattern = Text<AgentPatternKind>;

/// What an agent's token is for. Who has one may do nothing that it does not list.
struct Scope {
  /// The agents it acts for. It takes locks and sessions under their names only.
  std::optional<AgentPattern> agent{};
  std::vector<SignalName> signals{};  ///< the signals it may write
  std::optional<TaskId> task{};       ///< the only task it may work on; unset: whatever its agents hold

  /// forbidden, with the reason.
  Result<void> allow_name(std::string_view what, std::string_view name) const;
  Result<void> allow_signal(const SignalName& name) const;
  Result<void> allow_task(const TaskId& task) const;

  bool operator==(const Scope&) const = default;
};

/// Whose token came with a request.
struct Caller {
  TokenId id;
  std::string name;
  Role role = Role::viewer;
  std::optional<Scope> scope{};  ///< of an agent; unset: it acts for any
  std::optional<Time> expires_at{};
};

}  // namespace baton::http

template <>
struct baton::Fields<baton::http::Scope> {
  using Scope = http::Scope;
  static constexpr auto table =
      std::tuple(field<&Scope::agent>("agent"), field<&Scope::signals>("signals"), field<&Scope::task>("task"));
};
