#include <array>

#include "cli/acts.hpp"
#include "cli/catalog.hpp"

namespace baton::cli {

namespace {

constexpr View details{};

constexpr std::array one_thread{Argument{"THREAD", "thread"}};
constexpr std::array thread_columns{Column{"THREAD", "id", Look::id}, Column{"MESSAGES", "messages"},
                                    Column{"CHANGED", "updated_at", Look::age}, Column{"AGE", "created_at", Look::age}};
constexpr View thread_list{"items", thread_columns, "no threads"};
constexpr std::array message_columns{Column{"NUMBER", "number"}, Column{"ROLE", "role"}, Column{"AGE", "at", Look::age},
                                     Column{"BODY", "body", Look::json}};
constexpr View message_list{"items", message_columns, "no messages there"};
constexpr std::array message_flags{Flag{"--after", "NUMBER", "only later ones", "after", Form::number},
                                   Flag{"--before", "NUMBER", "only earlier ones", "before", Form::number},
                                   Flag{"--limit", "N", "so many (default 50)", "limit", Form::number}};
constexpr std::array metadata_flag{Flag{"--metadata", "JSON", "kept with it", "metadata", Form::json}};
constexpr std::array say_flags{Flag{"--role", "ROLE", "who speaks (default user)", "role"},
                               Flag{"--json-body", "JSON", "instead of a text: any JSON", "body", Form::json},
                               Flag{"--task", "TASK", "the task it is about", "task"},
                               Flag{"--id", "ID", "of an earlier try: the same id says it once", "id"}};
constexpr std::array by_user{Constant{"role", R"("user")"}};
constexpr std::array spoken_or_json{Argument{"THREAD", "thread"},
                                    Argument{"TEXT", "body", Form::string, Need::optional}};

constexpr std::array one_lock{Argument{"LOCK", "name"}};
constexpr std::array lock_columns{Column{"LOCK", "name", Look::id},
                                  Column{"OWNER", "owner", Look::id},
                                  Column{"AGENT", "agent"},
                                  Column{"TOKEN", "token"},
                                  Column{"HELD", "acquired_at", Look::age},
                                  Column{"EXPIRES", "expires_at", Look::ahead}};
constexpr View lock_list{"items", lock_columns, "no locks are held"};

constexpr std::array one_correlation{Argument{"ID", "id"}};
constexpr std::array correlation_columns{Column{"ID", "id", Look::id},
                                         Column{"STATUS", "status", Look::state},
                                         Column{"EXPECTED", "expected", Look::names},
                                         Column{"PATTERN", "pattern"},
                                         Column{"TIMEOUT", "timeout_at", Look::ahead},
                                         Column{"AGE", "created_at", Look::age}};
constexpr View correlation_list{"items", correlation_columns, "no correlations"};
constexpr std::array signal_columns{Column{"SIGNAL", "name"}, Column{"VERSION", "version"},
                                    Column{"AGE", "at", Look::age}, Column{"LATE", "late"},
                                    Column{"BODY", "body", Look::json}};
constexpr View correlation_report{.list = "signals", .columns = signal_columns, .none = "no signals yet", .head = "."};
constexpr std::array correlation_flags{
    Flag{"--status", "collecting|ready|orchestrating|completed|failed", "in that state", "status"}};
constexpr std::array opening_flags{
    Flag{"--expect", "NAME", "the signals that are awaited", "expected", Form::names},
    Flag{"--min-agents", "N", "enough at the timeout (default 1)", "min_agents", Form::number},
    Flag{"--timeout", "SPAN", "how long to wait for them (default 5m)", "timeout_us", Form::span},
    Flag{"--pattern", "NAME", "how they are merged", "pattern"},
    Flag{"--document", "JSON", "what they are about", "document", Form::json},
    Flag{"--ttl", "SPAN", "how long it is kept (default 24h)", "ttl_us", Form::span}};
constexpr std::array signalled{Argument{"ID", "id"}, Argument{"NAME", "name"}, Argument{"BODY", "body", Form::json}};
constexpr std::array signal_flags{
    Flag{"--version", "N", "each version is written once (default 1)", "version", Form::number}};

constexpr std::array of_kind{Argument{"KIND", "kind"}};
constexpr std::array one_record{Argument{"KIND", "kind"}, Argument{"KEY", "key"}};
constexpr std::array written_record{Argument{"KIND", "kind"}, Argument{"KEY", "key"},
                                    Argument{"BODY", "body", Form::json}};
constexpr std::array record_flags{
    Flag{"--ttl", "SPAN", "how long it is kept", "ttl_us", Form::span},
    Flag{"--expected", "VERSION", "only if it has that version; 0: only if there is none", "expected", Form::number}};
constexpr std::array record_columns{Column{"KEY", "key", Look::id}, Column{"VERSION", "version"},
                                    Column{"CHANGED", "updated_at", Look::age},
                                    Column{"EXPIRES", "expires_at", Look::ahead}, Column{"BODY", "body", Look::json}};
constexpr View record_list{"items", record_columns, "no records of that kind"};

constexpr std::array shared_table{
    CommandSpec{.noun = "thread",
                .verb = "list",
                .what = "conversations",
                .method = "GET",
                .path = "/v1/threads",
                .view = &thread_list,
                .example = "baton thread list --all",
                .extras = extra::remote | extra::watched | extra::paged},
    CommandSpec{.noun = "thread",
                .verb = "show",
                .what = "one conversation",
                .method = "GET",
                .path = "/v1/threads/{thread}",
                .arguments = one_thread,
                .view = &details,
                .example = "baton thread show THREAD",
                .extras = extra::remote | extra::watched},
    CommandSpec{.noun = "thread",
                .verb = "create",
                .what = "begin a conversation, if there is none of that name",
                .method = "PUT",
                .path = "/v1/threads/{thread}",
                .arguments = one_thread,
                .flags = metadata_flag,
                .view = &details,
                .example = "baton thread create incident-7"},
    CommandSpec{.noun = "thread",
                .verb = "messages",
                .what = "the latest messages, or those about a number",
                .method = "GET",
                .path = "/v1/threads/{thread}/messages",
                .arguments = one_thread,
                .flags = message_flags,
                .view = &message_list,
                .example = "baton thread messages THREAD --limit 20",
                .extras = extra::remote | extra::watched},
    CommandSpec{.noun = "thread",
                .verb = "say",
                .what = "add a message at the end",
                .method = "POST",
                .path = "/v1/threads/{thread}/messages",
                .arguments = spoken_or_json,
                .flags = say_flags,
                .view = &details,
                .example = "baton thread say incident-7 'look at the queue first'",
                .act = &say,
                .constants = by_user},
    CommandSpec{.noun = "thread",
                .verb = "purge",
                .what = "remove a conversation with its messages, for good",
                .method = "DELETE",
                .path = "/v1/threads/{thread}",
                .arguments = one_thread,
                .view = &details,
                .example = "baton thread purge incident-7 --yes",
                .extras = extra::remote | extra::confirmed},
    CommandSpec{.noun = "lock",
                .verb = "list",
                .what = "the locks that are held",
                .method = "GET",
                .path = "/v1/locks",
                .view = &lock_list,
                .example = "baton lock list",
                .extras = extra::remote | extra::watched | extra::paged},
    CommandSpec{.noun = "lock",
                .verb = "show",
                .what = "one lock",
                .method = "GET",
                .path = "/v1/locks/{name}",
                .arguments = one_lock,
                .view = &details,
                .example = "baton lock show deploy",
                .extras = extra::remote | extra::watched},
    CommandSpec{.noun = "lock",
                .verb = "release",
                .what = "free a lock whoever holds it; its owner's writes are refused",
                .method = "POST",
                .path = "/v1/locks/{name}/release",
                .arguments = one_lock,
                .view = &details,
                .example = "baton lock release deploy --yes",
                .extras = extra::remote | extra::confirmed,
                .act = &release_lock},
    CommandSpec{.noun = "correlation",
                .verb = "list",
                .what = "joint work",
                .method = "GET",
                .path = "/v1/correlations",
                .flags = correlation_flags,
                .view = &correlation_list,
                .example = "baton correlation list --status collecting",
                .extras = extra::remote | extra::watched | extra::paged},
    CommandSpec{.noun = "correlation",
                .verb = "show",
                .what = "one correlation with its signals",
                .method = "GET",
                .path = "/v1/correlations/{id}",
                .arguments = one_correlation,
                .view = &correlation_report,
                .example = "baton correlation show trade-7",
                .extras = extra::remote | extra::watched},
    CommandSpec{.noun = "correlation",
                .verb = "open",
                .what = "collect signals",
                .method = "POST",
                .path = "/v1/correlations",
                .arguments = one_correlation,
                .flags = opening_flags,
                .view = &details,
                .example = "baton correlation open trade-7 --expect momentum,risk --timeout 30s"},
    CommandSpec{.noun = "correlation",
                .verb = "signal",
                .what = "add a signal, once for each name and version",
                .method = "POST",
                .path = "/v1/correlations/{id}/signal",
                .arguments = signalled,
                .flags = signal_flags,
                .view = &details,
                .example = R"(baton correlation signal trade-7 risk '{"score":0.4}')"},
    CommandSpec{.noun = "correlation",
                .verb = "purge",
                .what = "remove a correlation with its signals, context and decision, for good",
                .method = "DELETE",
                .path = "/v1/correlations/{id}",
                .arguments = one_correlation,
                .view = &details,
                .example = "baton correlation purge trade-7 --yes",
                .extras = extra::remote | extra::confirmed},
    CommandSpec{.noun = "record",
                .verb = "list",
                .what = "records of a kind",
                .method = "GET",
                .path = "/v1/records/{kind}",
                .arguments = of_kind,
                .view = &record_list,
                .example = "baton record list decision",
                .extras = extra::remote | extra::watched | extra::paged},
    CommandSpec{.noun = "record",
                .verb = "show",
                .what = "one record",
                .method = "GET",
                .path = "/v1/records/{kind}/{key}",
                .arguments = one_record,
                .view = &details,
                .example = "baton record show decision KEY",
                .extras = extra::remote | extra::watched},
    CommandSpec{.noun = "record",
                .verb = "put",
                .what = "write a record whole",
                .method = "PUT",
                .path = "/v1/records/{kind}/{key}",
                .arguments = written_record,
                .flags = record_flags,
                .view = &details,
                .example = R"(baton record put decision KEY '{"go":true}' --ttl 7d)"},
};

}  // namespace

std::span<const CommandSpec> shared_commands() { return shared_table; }

}  // namespace baton::cli
