#include <array>

#include "cli/acts.hpp"
#include "cli/catalog.hpp"

namespace baton::cli {

namespace {

constexpr View job_details{};

constexpr std::array one_job{Argument{"JOB", "job"}};
constexpr std::array some_jobs{Argument{"JOB", "job", Form::text, Need::many}};
constexpr std::array job_request{Argument{"KIND", "kind"}, Argument{"THREAD", "thread"},
                                 Argument{"REQUEST", "request", Form::json, Need::optional}};
constexpr std::array job_request_flags{
    Flag{"--priority", "0-1023", "lower numbers are more urgent (default 500)", "priority", Form::number},
    Flag{"--max-attempts", "N", "how many runs it may need (default: as its kind is configured)", "max_attempts",
         Form::number},
    Flag{"--deadline", "TIME", "failed if not ended by then", "deadline", Form::moment},
    Flag{"--key", "KEY", "of an earlier one: the same key is the same job", "idempotency_key"},
    Flag{"--metadata", "JSON", "kept with it", "metadata", Form::json}};
constexpr std::array job_accepted_columns{Column{"JOB", "job", Look::id}, Column{"THREAD", "thread"},
                                          Column{"STATUS", "status", Look::state}, Column{"NEW", "created"}};
constexpr View job_accepted{"", job_accepted_columns};

constexpr std::array job_list_flags{
    Flag{"--status", "blocked|scheduled|pending|running|completed|failed|cancelled|dead", "in that state", "status"},
    Flag{"--thread", "THREAD", "of that conversation", "thread"}, Flag{"--kind", "KIND", "of that kind", "kind"},
    Flag{"--oldest-first", "", "in the order of submission", "newest_first", Form::no}};
constexpr std::array job_list_constants{Constant{"newest_first", "true"}};
constexpr std::array job_columns{Column{"JOB", "id", Look::id}, Column{"KIND", "kind"},
                                 Column{"THREAD", "thread"},    Column{"STATUS", "status", Look::state},
                                 Column{"ATTEMPT", "attempt"},  Column{"AGE", "created_at", Look::age}};
constexpr View job_list{"items", job_columns, "no such jobs"};
constexpr std::array job_show_flags{
    Flag{"--wait", "SECONDS", "until it has ended, up to 60; exit 5 if it failed, 8 if it is still pending", "wait"}};
constexpr std::array job_cancel_flags{Flag{"--reason", "TEXT", "kept as its error", "reason", Form::string}};

constexpr std::array job_table{
    CommandSpec{.noun = "job",
                .verb = "submit",
                .what = "ask for a job on a thread; its request from an argument, @FILE or - for standard input",
                .method = "POST",
                .path = "/v1/jobs",
                .arguments = job_request,
                .flags = job_request_flags,
                .view = &job_accepted,
                .example = R"(baton job submit review order-17 '{"text":"look at it"}')"},
    CommandSpec{.noun = "job",
                .verb = "list",
                .what = "jobs, the latest first",
                .method = "GET",
                .path = "/v1/jobs",
                .flags = job_list_flags,
                .view = &job_list,
                .example = "baton job list --thread order-17",
                .extras = extra::remote | extra::watched | extra::paged,
                .constants = job_list_constants},
    CommandSpec{.noun = "job",
                .verb = "show",
                .what = "one job with the verdicts on its runs",
                .method = "GET",
                .path = "/v1/jobs/{job}",
                .arguments = one_job,
                .flags = job_show_flags,
                .view = &job_details,
                .example = "baton job show JOB --wait 30",
                .extras = extra::remote | extra::watched,
                .act = &show_job},
    CommandSpec{.noun = "job",
                .verb = "cancel",
                .what = "end jobs that have not ended; what runs for them is stopped",
                .method = "POST",
                .path = "/v1/jobs/{job}/cancel",
                .arguments = some_jobs,
                .flags = job_cancel_flags,
                .view = &job_list,
                .example = "baton job cancel JOB --reason 'no longer needed'",
                .act = &ask_for_each},
};

}  // namespace

std::span<const CommandSpec> job_commands() { return job_table; }

}  // namespace baton::cli
