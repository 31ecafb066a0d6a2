#include <array>

#include "cli/acts.hpp"
#include "cli/catalog.hpp"

namespace baton::cli {

namespace {

constexpr View whole_answer{};

constexpr std::array of_correlation{Argument{"ID", "id"}};
constexpr std::array wait_flag{Flag{"--wait", "SECONDS", "until it is decided", "wait", Form::number}};
constexpr std::array timeline_columns{Column{"WHEN", "at", Look::time}, Column{"WHAT", "what", Look::state},
                                      Column{"SIGNAL", "signal"}, Column{"VERSION", "version"}, Column{"LATE", "late"}};
constexpr View timeline_view{"entries", timeline_columns, "nothing happened yet"};

constexpr std::array one_document{Argument{"ID", "id"}, Argument{"NAME", "name"}};
constexpr std::array written_document{Argument{"ID", "id"}, Argument{"NAME", "name"},
                                      Argument{"DOCUMENT", "document", Form::json}};

constexpr std::array schema_columns{Column{"TYPE", "type"}, Column{"CURRENT", "current"},
                                    Column{"VERSIONS", "versions", Look::names}};
constexpr View schema_list{"schemas", schema_columns, "no schemas"};
constexpr std::array one_schema{Argument{"TYPE", "type"}};
constexpr std::array checked_value{Argument{"TYPE", "type"}, Argument{"VALUE", "value", Form::json}};
constexpr std::array migrated_type{Argument{"TYPE", "type", Form::text, Need::optional}};
constexpr std::array schema_paths{Argument{"FILE", "", Form::own, Need::optional}};
constexpr std::array migration_flags{
    Flag{"--dry-run", "", "only say what would happen", "", Form::own},
    Flag{"--restart", "", "from the beginning, not from where the last one stopped", "", Form::own}};

constexpr std::array memory_table{
    CommandSpec{.noun = "correlation",
                .verb = "state",
                .what = "what agents share, as the schema correlation_state has it",
                .method = "GET",
                .path = "/v1/correlations/{id}/state",
                .arguments = of_correlation,
                .view = &whole_answer,
                .example = "baton correlation state trade-7",
                .extras = extra::remote | extra::watched},
    CommandSpec{.noun = "correlation",
                .verb = "timeline",
                .what = "what happened to it, in order",
                .method = "GET",
                .path = "/v1/correlations/{id}/timeline",
                .arguments = of_correlation,
                .view = &timeline_view,
                .example = "baton correlation timeline trade-7",
                .extras = extra::remote | extra::watched},
    CommandSpec{.noun = "correlation",
                .verb = "decision",
                .what = "what was decided, from what, and how",
                .method = "GET",
                .path = "/v1/correlations/{id}/decision",
                .arguments = of_correlation,
                .flags = wait_flag,
                .view = &whole_answer,
                .example = "baton correlation decision trade-7 --wait 10",
                .act = &get_decision},
    CommandSpec{.noun = "context",
                .verb = "list",
                .what = "the documents that the agents of a correlation may look at",
                .method = "GET",
                .path = "/v1/correlations/{id}/context",
                .arguments = of_correlation,
                .view = &whole_answer,
                .example = "baton context list trade-7"},
    CommandSpec{.noun = "context",
                .verb = "show",
                .what = "one of these documents",
                .method = "GET",
                .path = "/v1/correlations/{id}/context/{name}",
                .arguments = one_document,
                .view = &whole_answer,
                .example = "baton context show trade-7 market_regime"},
    CommandSpec{.noun = "context",
                .verb = "put",
                .what = "write a document that agents may look at",
                .method = "PUT",
                .path = "/v1/correlations/{id}/context/{name}",
                .arguments = written_document,
                .view = &whole_answer,
                .example = "baton context put trade-7 market_regime @regime.json"},
    CommandSpec{.noun = "schema",
                .verb = "list",
                .what = "the schemas of shared state and their versions",
                .method = "GET",
                .path = "/v1/schemas",
                .view = &schema_list,
                .example = "baton schema list"},
    CommandSpec{.noun = "schema",
                .verb = "show",
                .what = "all versions of a schema",
                .method = "GET",
                .path = "/v1/schemas/{type}",
                .arguments = one_schema,
                .view = &whole_answer,
                .example = "baton schema show correlation_state --json"},
    CommandSpec{.noun = "schema",
                .verb = "fits",
                .what = "whether a value fits the current version of a schema",
                .method = "POST",
                .path = "/v1/schemas/{type}/check",
                .arguments = checked_value,
                .view = &whole_answer,
                .example = "baton schema fits correlation_state @state.json",
                .act = &fit_schema},
    CommandSpec{.noun = "schema",
                .verb = "check",
                .what = "whether a file declares a schema, or (without one) whether all that is stored fits its schema",
                .arguments = schema_paths,
                .view = &whole_answer,
                .example = "baton schema check order-1.1.0.json",
                .act = &check_schemas},
    CommandSpec{.noun = "schema",
                .verb = "migrate",
                .what = "bring what is stored to the current version; may be stopped and resumed",
                .method = "POST",
                .path = "/v1/schemas/{type}/migrate",
                .arguments = migrated_type,
                .flags = migration_flags,
                .view = &whole_answer,
                .example = "baton schema migrate --dry-run",
                .act = &migrate_schemas},
};

}  // namespace

std::span<const CommandSpec> memory_commands() { return memory_table; }

}  // namespace baton::cli
