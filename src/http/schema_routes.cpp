#include "core/codec_values.hpp"
#include "core/correlation_state.hpp"
#include "http/api.hpp"
#include "http/describe.hpp"
#include "http/exchange.hpp"
#include "http/memory_bodies.hpp"

// The schemas of shared state: which there are, whether a value fits, bringing what is stored up to date.

namespace baton::http {

namespace {

constexpr const char* sample_type = "correlation_state";

SchemaSummary summary_of(const SchemaRegistry& registry, const std::string& type) {
  SchemaSummary summary{.type = type, .current = registry.current(type)->str(), .versions = {}};
  const auto versions = registry.versions(type);
  for (const SchemaVersion version : *versions) summary.versions.push_back(version.str());
  return summary;
}

/// The path of an example names a schema that there is.
Contract with_sample_type(Contract contract) {
  for (Parameter& parameter : contract.parameters) {
    if (parameter.name == "type") parameter.example = Json::string(sample_type);
  }
  return contract;
}

}  // namespace

awaitable<Result<Response>> list_schemas(Services services, Request request) {
  if (auto valid = no_query(request); !valid) co_return std::unexpected(valid.error());
  const SchemaRegistry& registry = services.correlator->schemas();
  SchemaList list;
  for (const std::string& type : registry.types()) list.schemas.push_back(summary_of(registry, type));
  co_return json_response(encode(list));
}

Contract describe_list_schemas(const Route& route, Schemas& schemas) {
  const SchemaList list{{{.type = sample_type, .current = "1.1.0", .versions = {"1.0.0", "1.1.0"}}}};
  return answers(takes<Nothing>(route, schemas), schemas.of<SchemaList>(), encode(list));
}

awaitable<Result<Response>> get_schema(Services services, Request request) {
  const auto wanted = input_of<SchemaName>(request);
  if (!wanted) co_return std::unexpected(wanted.error());
  const SchemaRegistry& registry = services.correlator->schemas();
  const auto versions = registry.versions(wanted->type.str());
  if (!versions) co_return std::unexpected(versions.error());
  SchemaVersions answer{.type = wanted->type.str(), .current = versions->back().str(), .versions = {}};
  for (const SchemaVersion version : *versions) {
    answer.versions.push_back({.version = version.str(), .schema = *registry.schema(answer.type, version)});
  }
  co_return json_response(encode(answer));
}

Contract describe_schema(const Route& route, Schemas& schemas) {
  const SchemaVersions shown{.type = sample_type,
                             .current = "1.0.0",
                             .versions = {{.version = "1.0.0", .schema = Json::trusted(R"({"type":"object"})")}}};
  return with_sample_type(answers(takes<SchemaName>(route, schemas), schemas.of<SchemaVersions>(), encode(shown)));
}

awaitable<Result<Response>> check_value(Services services, Request request) {
  const auto wanted = input_of<ValueToCheck>(request);
  if (!wanted) co_return std::unexpected(wanted.error());
  const SchemaRegistry& registry = services.correlator->schemas();
  const auto version = registry.current(wanted->type.str());
  if (!version) co_return std::unexpected(version.error());
  const auto checked = registry.check(wanted->type.str(), *version, wanted->value);
  Checked answer{.valid = checked.has_value(), .fault = {}};
  if (!checked) answer.fault = checked.error().detail;
  co_return json_response(encode(answer));
}

Contract describe_check_value(const Route& route, Schemas& schemas) {
  const Checked shown{.valid = false, .fault = "correlation_state 1.1.0: $ has no member `status` (rule required)"};
  return with_sample_type(answers(takes<ValueToCheck>(route, schemas), schemas.of<Checked>(), encode(shown)));
}

awaitable<Result<Response>> migrate_schema(Services services, Request request) {
  auto wanted = input_of<SchemaMigration>(request);
  if (!wanted) co_return std::unexpected(std::move(wanted.error()));
  if (auto valid = validate(as_verb(*wanted)); !valid) co_return std::unexpected(std::move(valid.error()));
  if (wanted->type.str() != correlation_type) {
    co_return fail(Errc::not_found, "nothing of type `" + wanted->type.str() + "` is stored; correlation_state is");
  }
  MigrationRequest migration{.after = wanted->after.value_or(CorrelationId{}),
                             .limit = wanted->limit,
                             .dry_run = wanted->dry_run,
                             .resume = wanted->resume};
  auto page = co_await migrate_correlations(services.store, &services.correlator->schemas(), std::move(migration));
  if (!page) co_return std::unexpected(std::move(page.error()));
  co_return json_response(encode(*page));
}

Contract describe_migrate_schema(const Route& route, Schemas& schemas) {
  const MigrationPage shown{
      .examined = 500, .migrated = 420, .current = 80, .faults = {}, .next = sample<CorrelationId>()};
  return with_sample_type(answers(takes<SchemaMigration>(route, schemas), schemas.of<MigrationPage>(), encode(shown)));
}

}  // namespace baton::http
