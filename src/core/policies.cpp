#include "baton/policies.hpp"

#include <charconv>

#include "baton/limits.hpp"

namespace baton {
namespace {

using std::chrono::seconds;

constexpr seconds other_ephemeral{300};
constexpr seconds other_durable{3600};

std::string_view stripped(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t\n"), text.size());
  return text.substr(begin, text.find_last_not_of(" \t\n") + 1 - begin);
}

Duration unit_of(std::string_view unit) {
  if (unit.empty() || unit == "s") return seconds{1};
  if (unit == "m") return std::chrono::minutes{1};
  if (unit == "h") return std::chrono::hours{1};
  return unit == "d" ? Duration{std::chrono::hours{24}} : Duration::zero();
}

}  // namespace

TtlPolicies::TtlPolicies()
    : policies_{{"ephemeral.active_correlation", seconds{300}},
                {"ephemeral.failed_correlation", seconds{600}},
                {"ephemeral.completed_correlation", seconds{60}},
                {"ephemeral.workflow_state", seconds{180}},
                {"ephemeral.performance_counters", seconds{3600}},
                {"durable.correlation_state.default", seconds{86400}},
                {"durable.correlation_state.completed", seconds{3600}},
                {"durable.correlation_state.failed", seconds{604800}},
                {"durable.audit_logs.default", seconds{2592000}},
                {"durable.audit_logs.compliance", seconds{31536000}},
                {"durable.performance_metrics.default", seconds{604800}},
                {"durable.performance_metrics.aggregated", seconds{2592000}},
                {"durable.locks.default", seconds{60}},
                {"durable.locks.long_running", seconds{300}}} {}

Duration TtlPolicies::ephemeral(std::string_view type) const {
  const auto known = policies_.find("ephemeral." + std::string(type));
  return known == policies_.end() ? other_ephemeral : known->second;
}

Duration TtlPolicies::durable(std::string_view type, std::string_view state) const {
  const std::string prefix = "durable." + std::string(type) + ".";
  auto known = policies_.find(prefix + std::string(state));
  if (known == policies_.end()) known = policies_.find(prefix + "default");
  return known == policies_.end() ? other_durable : known->second;
}

Result<void> TtlPolicies::configure(std::string_view settings) {
  while (!stripped(settings).empty()) {
    const std::size_t end = std::min(settings.find(','), settings.size());
    const std::string_view setting = stripped(settings.substr(0, end));
    const std::size_t equals = setting.find('=');
    if (equals == std::string_view::npos) {
      return fail(Errc::invalid, "`" + std::string(setting) +
                                     "` is no TTL policy; write it like durable.correlation_state.completed=2h");
    }
    if (auto done = set(stripped(setting.substr(0, equals)), stripped(setting.substr(equals + 1))); !done) return done;
    settings.remove_prefix(std::min(end + 1, settings.size()));
  }
  return {};
}

Result<void> TtlPolicies::set(std::string_view name, std::string_view value) {
  const auto known = policies_.find(name);
  if (known == policies_.end()) {
    std::string names;
    for (const auto& [each, ttl] : policies_) names += (names.empty() ? "" : ", ") + each;
    return fail(Errc::invalid, "there is no TTL policy `" + std::string(name) + "`; known: " + names);
  }
  std::int64_t count = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), count);
  const Duration unit = unit_of(value.substr(static_cast<std::size_t>(end - value.data())));
  const bool fits = error == std::errc{} && unit > Duration::zero() && count > 0;
  if (!fits || count > Duration(limits::longest_duration) / unit) {
    return fail(Errc::invalid,
                "`" + std::string(value) + "` is no time to keep something; write it like 300s, 5m, 2h or 7d");
  }
  known->second = count * unit;
  return {};
}

}  // namespace baton
