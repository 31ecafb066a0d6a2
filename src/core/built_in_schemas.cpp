#include "baton/schemas.hpp"

namespace baton {
namespace {

/// A correlation as agents and orchestrators share it. Signals are named after the agents' roles, and nothing else is
/// among them.
constexpr std::string_view correlation_1_0 = R"({
  "type": "object",
  "required": ["corr_id", "status", "signals", "metadata"],
  "properties": {
    "corr_id": {"type": "string"},
    "status": {"type": "string", "enum": ["collecting", "ready", "orchestrating", "completed", "failed"]},
    "signals": {
      "type": "object",
      "patternProperties": {
        "^[a-z_]+$": {
          "type": "object",
          "required": ["agent_name", "corr_id", "enriched_at"],
          "properties": {
            "agent_name": {"type": "string"},
            "agent_version": {"type": "string"},
            "corr_id": {"type": "string"},
            "enriched_at": {"type": "string", "format": "date-time"},
            "analysis": {"type": "object"}
          }
        }
      },
      "additionalProperties": false
    },
    "metadata": {
      "type": "object",
      "properties": {
        "created_at": {"type": "string", "format": "date-time"},
        "last_updated": {"type": "string", "format": "date-time"},
        "expected_agents": {"type": "array", "items": {"type": "string"}},
        "timeout_at": {"type": "string", "format": "date-time"},
        "orchestration_pattern": {"type": "string"}
      }
    }
  }
})";

/// 1.1.0 beside 1.0.0.
constexpr std::string_view correlation_1_1_metadata = R"({
  "required": ["min_agents"],
  "properties": {"min_agents": {"type": "integer", "minimum": 1}}
})";

constexpr std::string_view workflow_1_0 = R"({
  "type": "object",
  "required": ["corr_id", "step", "updated_at"],
  "properties": {
    "corr_id": {"type": "string"},
    "step": {"type": "string"},
    "status": {"type": "string", "enum": ["collecting", "ready", "orchestrating", "completed", "failed"]},
    "version": {"type": "integer", "minimum": 1},
    "updated_at": {"type": "string", "format": "date-time"}
  }
})";

/// What is kept of a decision when the correlation itself is gone.
constexpr std::string_view audit_1_0 = R"({
  "type": "object",
  "required": ["corr_id", "pattern", "inputs", "outcome", "decided_at", "duration_us", "timed_out", "errors"],
  "properties": {
    "corr_id": {"type": "string"},
    "pattern": {"type": "string"},
    "outcome": {"type": "string", "enum": ["completed", "failed"]},
    "reason": {"type": "string"},
    "inputs": {
      "type": "array",
      "items": {
        "type": "object",
        "required": ["name", "version", "at"],
        "properties": {
          "name": {"type": "string", "pattern": "^[a-z_]+$"},
          "version": {"type": "integer", "minimum": 1},
          "agent_version": {"type": "string"},
          "at": {"type": "string", "format": "date-time"}
        }
      }
    },
    "missing": {"type": "array", "items": {"type": "string"}},
    "merged": {"type": "object"},
    "decision": {"type": "object"},
    "decided_at": {"type": "string", "format": "date-time"},
    "decided_by": {"type": "string"},
    "opened_at": {"type": "string", "format": "date-time"},
    "duration_us": {"type": "integer", "minimum": 0},
    "timed_out": {"type": "boolean"},
    "errors": {"type": "integer", "minimum": 0}
  }
})";

Json built_in_text(std::string_view text) { return Json::parse(text).value(); }

Json correlation_1_1() {
  const Json base = built_in_text(correlation_1_0);
  const Json metadata = built_in_text(correlation_1_1_metadata);
  return Json::parse(R"({"allOf":[)" + base.text() + R"(,{"properties":{"metadata":)" + metadata.text() + "}}]}")
      .value();
}

}  // namespace

SchemaRegistry SchemaRegistry::built_in() {
  constexpr SchemaVersion first{1, 0, 0};
  constexpr SchemaVersion second{1, 1, 0};
  SchemaRegistry registry;
  registry.add("correlation_state", first, built_in_text(correlation_1_0)).value();
  registry.add("correlation_state", second, correlation_1_1()).value();
  registry.add("workflow_state", first, built_in_text(workflow_1_0)).value();
  registry.add("audit_state", first, built_in_text(audit_1_0)).value();
  Migration to_second{.from = first, .to = second};
  to_second.steps.emplace_back(AddMember{.at = "/metadata/min_agents", .count_of = "/metadata/expected_agents"});
  registry.add("correlation_state", std::move(to_second)).value();
  return registry;
}

}  // namespace baton
