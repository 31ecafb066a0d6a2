#include <array>

#include "cli/acts.hpp"
#include "cli/catalog.hpp"

namespace baton::cli {

namespace {

constexpr std::array one_task{Argument{"TASK", "task"}};
constexpr std::array some_tasks{Argument{"TASK", "task", Form::text, Need::many}};

constexpr std::array task_columns{Column{"TASK", "id", Look::id},
                                  Column{"KIND", "kind"},
                                  Column{"LANE", "lane"},
                                  Column{"PRIORITY", "priority"},
                                  Column{"STATUS", "status", Look::state},
                                  Column{"ATTEMPT", "attempt"},
                                  Column{"HOLDER", "holder"},
                                  Column{"AGE", "created_at", Look::age}};
constexpr View task_list{"items", task_columns, "no such tasks"};
constexpr View task_details{};

constexpr std::array submit_arguments{Argument{"KIND", "kind"},
                                      Argument{"PAYLOAD", "payload", Form::json, Need::optional}};
constexpr std::array submit_flags{
    Flag{"--lane", "LANE", "the queue it waits in (default: its kind)", "lane"},
    Flag{"--priority", "0-1023", "lower numbers are more urgent (default 500)", "priority", Form::number},
    Flag{"--after", "TASK", "wait until these tasks have completed", "depends_on", Form::names},
    Flag{"--on-failed", "fail_fast|continue", "what if one of those fails (default fail_fast)", "on_failed_dependency"},
    Flag{"--thread", "THREAD", "the conversation it belongs to", "thread"},
    Flag{"--max-attempts", "N", "how often it may fail (default 3)", "max_attempts", Form::number},
    Flag{"--run-at", "TIME", "not before: 2026-11-15T10:00:00Z, or +5m", "run_at", Form::moment},
    Flag{"--deadline", "TIME", "failed if not ended by then", "deadline", Form::moment},
    Flag{"--key", "KEY", "of an earlier submit: the same key makes the same task", "idempotency_key"},
    Flag{"--metadata", "JSON", "kept with it", "metadata", Form::json},
    Flag{"--wait", "", "until it has ended; exit 5 if it failed, 8 if it is still pending", "", Form::own},
    Flag{"--timeout", "SPAN", "how long to wait: 30s, 5m (default: for ever)", "", Form::own}};
constexpr std::array submitted_columns{Column{"TASK", "id", Look::id}, Column{"STATUS", "status", Look::state}};
constexpr View submitted_view{"", submitted_columns};

constexpr std::array list_flags{
    Flag{"--status", "blocked|scheduled|pending|running|completed|failed|cancelled|dead", "in that state", "status"},
    Flag{"--lane", "LANE", "of that lane", "lane"},
    Flag{"--kind", "KIND", "of that kind", "kind"},
    Flag{"--holder", "AGENT", "held by that agent", "holder"},
    Flag{"--thread", "THREAD", "of that conversation", "thread"},
    Flag{"--since", "TIME", "submitted then or later: a time, or -2h", "created_from", Form::moment},
    Flag{"--until", "TIME", "submitted before", "created_until", Form::moment},
    Flag{"--oldest-first", "", "in the order of submission", "newest_first", Form::no}};
constexpr std::array newest_first{Constant{"newest_first", "true"}};

constexpr std::array wait_flags{Flag{"--timeout", "SPAN", "give up after it: 30s, 5m (default: never)", "", Form::own}};

constexpr std::array cancel_flags{Flag{"--reason", "TEXT", "kept as its error", "reason", Form::string}};

constexpr std::array retry_flags{
    Flag{"--all", "", "all that --status, --lane and --kind say, instead of named ones", "", Form::own},
    Flag{"--status", "failed|dead|cancelled", "with --all (default failed)", "", Form::own},
    Flag{"--lane", "LANE", "with --all: of that lane", "", Form::own},
    Flag{"--kind", "KIND", "with --all: of that kind", "", Form::own},
    Flag{"--yes", "", "with --all: without asking", "", Form::own}};
constexpr std::array retried_tasks{Argument{"TASK", "task", Form::text, Need::optional}};

constexpr std::array edit_flags{Flag{"--priority", "0-1023", "a new place in its lane", "priority", Form::number},
                                Flag{"--lane", "LANE", "another queue", "lane"},
                                Flag{"--payload", "JSON", "another payload", "payload", Form::json},
                                Flag{"--metadata", "JSON", "other metadata", "metadata", Form::json},
                                Flag{"--max-attempts", "N", "how often it may fail", "max_attempts", Form::number},
                                Flag{"--run-at", "TIME", "not before: a time, or +5m", "run_at", Form::moment},
                                Flag{"--deadline", "TIME", "failed if not ended by then", "deadline", Form::moment}};

constexpr std::array result_arguments{Argument{"TASK", "task"},
                                      Argument{"ATTEMPT", "attempt", Form::number, Need::optional}};
constexpr std::array result_flags{Flag{"--wait", "SECONDS", "until it is there, up to 60", "wait"}};

constexpr std::array task_table{
    CommandSpec{.noun = "task",
                .verb = "submit",
                .what = "work to do; its payload from an argument, @FILE or - for standard input",
                .method = "POST",
                .path = "/v1/tasks",
                .arguments = submit_arguments,
                .flags = submit_flags,
                .view = &submitted_view,
                .example = R"(baton task submit translate '{"text":"hello"}' --priority 10 --wait)",
                .act = &submit_task},
    CommandSpec{.noun = "task",
                .verb = "list",
                .what = "tasks, the latest first",
                .method = "GET",
                .path = "/v1/tasks",
                .flags = list_flags,
                .view = &task_list,
                .example = "baton task list --status failed --lane translate --all",
                .extras = extra::remote | extra::watched | extra::paged,
                .constants = newest_first},
    CommandSpec{.noun = "task",
                .verb = "show",
                .what = "one task",
                .method = "GET",
                .path = "/v1/tasks/{task}",
                .arguments = one_task,
                .view = &task_details,
                .example = "baton task show TASK --watch",
                .extras = extra::remote | extra::watched},
    CommandSpec{.noun = "task",
                .verb = "why",
                .what = "what keeps a task from running, and what helps",
                .method = "GET",
                .path = "/v1/tasks/{task}/why",
                .arguments = one_task,
                .example = "baton task why TASK",
                .act = &explain_task},
    CommandSpec{.noun = "task",
                .verb = "wait",
                .what = "until tasks have ended; exit 5 if one failed, 8 if one is still pending",
                .method = "GET",
                .path = "/v1/tasks/{task}",
                .arguments = some_tasks,
                .flags = wait_flags,
                .view = &task_list,
                .example = "baton task wait TASK --timeout 5m",
                .act = &wait_for_tasks},
    CommandSpec{.noun = "task",
                .verb = "cancel",
                .what = "end tasks that have not ended",
                .method = "POST",
                .path = "/v1/tasks/{task}/cancel",
                .arguments = some_tasks,
                .flags = cancel_flags,
                .view = &task_list,
                .example = "baton task cancel TASK --reason 'no longer needed'",
                .act = &ask_for_each},
    CommandSpec{.noun = "task",
                .verb = "retry",
                .what = "put failed, dead or cancelled tasks back in line",
                .method = "POST",
                .path = "/v1/tasks/{task}/retry",
                .arguments = retried_tasks,
                .flags = retry_flags,
                .view = &task_list,
                .example = "baton task retry --all --status failed --yes",
                .act = &retry_tasks},
    CommandSpec{.noun = "task",
                .verb = "edit",
                .what = "change what is named and nothing else",
                .method = "POST",
                .path = "/v1/tasks/{task}/edit",
                .arguments = one_task,
                .flags = edit_flags,
                .view = &task_details,
                .example = "baton task edit TASK --priority 1"},
    CommandSpec{.noun = "task",
                .verb = "purge",
                .what = "remove a task that has ended and all that hangs on it, for good",
                .method = "DELETE",
                .path = "/v1/tasks/{task}",
                .arguments = one_task,
                .view = &task_details,
                .example = "baton task purge TASK --yes",
                .extras = extra::remote | extra::confirmed},
    CommandSpec{.noun = "result",
                .verb = "get",
                .what = "the value that a task's attempt (default: the latest) handed over, or that it ended with",
                .method = "GET",
                .path = "/v1/tasks/{task}/results/{attempt}",
                .arguments = result_arguments,
                .flags = result_flags,
                .view = &task_details,
                .example = "baton result get TASK --wait 30",
                .act = &get_result},
};

}  // namespace

std::span<const CommandSpec> task_commands() { return task_table; }

}  // namespace baton::cli
