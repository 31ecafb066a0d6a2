#include "cli/config_jobs.hpp"

#include <sstream>
#include <utility>

#include "cli/config_value.hpp"

namespace baton::cli {

namespace {

constexpr std::uint64_t least_output = 1024;

void read_safety(ConfigTable& outer, const std::string& path, const std::string& what, SafetySettings& safety) {
  const toml::node* node = outer.node("safety");
  if (node == nullptr) return;
  const auto* table = node->as_table();
  if (table == nullptr) return outer.refuse("safety", "must be a table");
  ConfigTable inner(*table, path, what + ".safety");
  inner.read_number("max_bytes", 1, most_output, safety.max_bytes);
  inner.read("secrets", safety.secrets);
  inner.read("deny", safety.deny);
  inner.read("command", safety.command);
  inner.read_seconds("command_timeout_seconds", safety.command_timeout);
  if (auto valid = inner.done(); !valid) outer.refuse("safety", valid.error().detail);
}

void read_scheduler(ConfigTable& table, SchedulerCommands& scheduler) {
  table.read("create", scheduler.create.arguments);
  table.read("status", scheduler.status.arguments);
  table.read("logs", scheduler.logs.arguments);
  table.read("delete", scheduler.remove.arguments);
  table.read("succeeded", scheduler.succeeded);
  table.read("failed", scheduler.failed);
  table.read_seconds("patience_seconds", scheduler.patience);
}

/// What the programs of a kind have in common.
void share(const JobCommand& common, SchedulerCommands& scheduler) {
  for (JobCommand* command : {&scheduler.create, &scheduler.status, &scheduler.logs, &scheduler.remove}) {
    command->environment = common.environment;
    command->directory = common.directory;
    command->output_limit = common.output_limit;
    command->grace = common.grace;
  }
}

void read_numbers(ConfigTable& table, JobKindSettings& job) {
  std::uint64_t attempts = job.max_attempts;
  std::uint64_t history = job.history;
  std::uint64_t output = job.command.output_limit;
  table.read_number("max_attempts", 1, limits::attempts, attempts);
  table.read_number("history", 1, limits::page, history);
  table.read_number("output_limit", least_output, most_output, output);
  table.read_seconds("timeout_seconds", job.timeout);
  table.read_seconds("grace_seconds", job.command.grace);
  job.max_attempts = static_cast<std::uint32_t>(attempts);
  job.history = static_cast<std::uint32_t>(history);
  job.command.output_limit = output;
}

Result<JobKindSettings> job_of(const toml::table& from, KindName kind, const std::string& path) {
  const std::string what = "jobs." + kind.str();
  ConfigTable table(from, path, what);
  JobKindSettings job{.kind = std::move(kind)};
  std::string spawner = "fleet";
  table.read("spawner", spawner);
  const auto found = value_of<SpawnerKind>(spawner);
  if (!found) table.refuse("spawner", "is not one of " + all_names<SpawnerKind>());
  job.spawner = found.value_or(SpawnerKind::fleet);
  table.read("command", job.command.arguments);
  table.read("directory", job.command.directory);
  table.read_pairs("environment", job.command.environment);
  Lane lane;
  table.read_as("lane", lane);
  if (!lane.empty()) job.lane = lane;
  read_numbers(table, job);
  read_scheduler(table, job.scheduler);
  share(job.command, job.scheduler);
  read_safety(table, path, what, job.safety);
  if (auto valid = table.done(); !valid) return std::unexpected(valid.error());
  if (auto valid = check(job); !valid) return wrong_at(path, from, valid.error().detail);
  return job;
}

/// The value as JSON, which it is compared with.
Result<Json> json_of(const toml::node& node) {
  if (const auto text = node.value<std::string>(); text && node.is_string()) return Json::string(*text);
  std::ostringstream out;
  if (const auto flag = node.as_boolean()) out << (flag->get() ? "true" : "false");
  if (const auto number = node.as_integer()) out << number->get();
  return Json::parse(out.str());
}

void read_conditions(ConfigTable& table, std::vector<WebhookSource::Condition>& conditions) {
  const toml::node* node = table.node("when");
  if (node == nullptr) return;
  const auto* pairs = node->as_table();
  if (pairs == nullptr) return table.refuse("when", "must be a table of JSON pointers and values");
  for (const auto& [key, value] : *pairs) {
    auto place = JsonPlace::parse(key.str());
    if (!place) return table.refuse("when", place.error().detail);
    auto wanted = json_of(value);
    if (!wanted) return table.refuse("when", "values are texts, whole numbers, true and false");
    conditions.push_back({.place = *std::move(place), .value = *std::move(wanted)});
  }
}

Result<WebhookSource> source_of(const toml::table& from, const std::string& name, const std::string& path) {
  const std::string what = "webhooks." + name;
  ConfigTable table(from, path, what);
  WebhookSource source;
  source.name = name;
  std::string scheme = "standard";
  table.read("scheme", scheme);
  const auto found = value_of<WebhookScheme>(scheme);
  if (!found) table.refuse("scheme", "is not one of " + all_names<WebhookScheme>());
  source.scheme = found.value_or(WebhookScheme::standard);
  table.read_as("kind", source.kind);
  table.read_as("thread", source.thread);
  table.read_as("request", source.request);
  table.read("events", source.events);
  read_conditions(table, source.when);
  Duration tolerance = source.tolerance;
  table.read_seconds("tolerance_seconds", tolerance);
  source.tolerance = std::chrono::duration_cast<std::chrono::seconds>(tolerance);
  std::uint64_t priority = source.priority;
  table.read_number("priority", 0, limits::priorities - 1, priority);
  source.priority = static_cast<std::uint32_t>(priority);
  table.node("secret");
  table.node("secret_file");
  if (auto valid = table.done(); !valid) return std::unexpected(valid.error());
  auto secret = secret_in(from, path, what);
  if (!secret) return std::unexpected(std::move(secret.error()));
  source.secret = *std::move(secret);
  if (auto valid = check_secret(source.scheme, source.secret); !valid)
    return wrong_at(path, from, valid.error().detail);
  if (source.kind.empty() || source.thread == JsonTemplate{}) {
    return wrong_at(path, from, what + " needs `kind`, the job to do, and `thread`, where it belongs");
  }
  return source;
}

std::unexpected<Error> no_tables(const std::string& path, const toml::node& node, const char* how) {
  return wrong_at(path, node, std::string("write it as ") + how);
}

}  // namespace

Result<std::vector<JobKindSettings>> read_jobs(const toml::node& tables, const std::string& path) {
  std::vector<JobKindSettings> jobs;
  const auto* all = tables.as_table();
  if (all == nullptr) return no_tables(path, tables, "[jobs.KIND]");
  for (const auto& [name, node] : *all) {
    const auto* table = node.as_table();
    if (table == nullptr) return no_tables(path, node, "[jobs.KIND]");
    auto kind = KindName::parse(name.str());
    if (!kind) return wrong_at(path, node, kind.error().detail);
    auto job = job_of(*table, *std::move(kind), path);
    if (!job) return std::unexpected(std::move(job.error()));
    jobs.push_back(*std::move(job));
  }
  if (jobs.size() >= limits::lanes_per_agent) return wrong_at(path, tables, "at most 63 kinds of jobs");
  return jobs;
}

Result<WebhookSources> read_webhooks(const toml::node& tables, const std::string& path) {
  WebhookSources sources;
  const auto* all = tables.as_table();
  if (all == nullptr) return no_tables(path, tables, "[webhooks.NAME]");
  for (const auto& [name, node] : *all) {
    const auto* table = node.as_table();
    if (table == nullptr) return no_tables(path, node, "[webhooks.NAME]");
    if (!is_identifier(name.str())) return wrong_at(path, node, "a source's name has letters, digits and . _ : - only");
    auto source = source_of(*table, std::string(name.str()), path);
    if (!source) return std::unexpected(std::move(source.error()));
    sources.emplace(source->name, *std::move(source));
  }
  return sources;
}

}  // namespace baton::cli
