#include <array>

#include "cli/acts.hpp"
#include "cli/catalog.hpp"

namespace baton::cli {

namespace {

constexpr std::array event_columns{Column{"POSITION", "position"}, Column{"AT", "at", Look::time},
                                   Column{"EVENT", "event_type"},  Column{"TASK", "task_id", Look::id},
                                   Column{"AGENT", "agent_id"},    Column{"PAYLOAD", "payload", Look::json}};
constexpr View event_list{"events", event_columns, "no events there"};
constexpr std::array event_flags{
    Flag{"--after", "POSITION", "only later ones (default 0)", "after", Form::number},
    Flag{"--type", "TYPE", "of these types: task.completed,task.failed", "types", Form::names},
    Flag{"--task", "TASK", "about that task", "task"}, Flag{"--agent", "AGENT", "about that agent", "agent"},
    Flag{"-f,--follow", "", "go on with what happens", "", Form::own}};
constexpr std::array tail_flags{
    Flag{"-n,--last", "N", "so many of the latest first (default 10)", "", Form::own},
    Flag{"--type", "TYPE", "of these types: task.completed,task.failed", "types", Form::names},
    Flag{"--task", "TASK", "about that task", "task"},
    Flag{"--agent", "AGENT", "about that agent", "agent"},
    Flag{"--correlation", "ID", "of that correlation", "", Form::own},
    Flag{"-f,--follow", "", "go on with what happens", "", Form::own}};

constexpr std::array one_group{Argument{"GROUP", "group"}};
constexpr std::array group_columns{
    Column{"GROUP", "name", Look::id},     Column{"CURSOR", "cursor"}, Column{"LAG", "lag"},
    Column{"PENDING", "pending"},          Column{"DEAD", "dead"},     Column{"DROPPED", "dropped"},
    Column{"AGE", "created_at", Look::age}};
constexpr View group_list{"items", group_columns, "no consumer groups"};
constexpr View group_details{};
constexpr std::array pending_columns{Column{"POSITION", "position"}, Column{"CONSUMER", "consumer"},
                                     Column{"DELIVERIES", "count"}, Column{"AGAIN", "visible_at", Look::ahead}};
constexpr View group_report{
    .list = "pending", .columns = pending_columns, .none = "nothing is pending", .head = "group"};
constexpr std::array new_group_flags{
    Flag{"--after", "POSITION", "read from there (default: from now on)", "after", Form::number},
    Flag{"--visibility", "SPAN", "until what is not acknowledged is delivered again (default 60s)", "visibility_us",
         Form::span},
    Flag{"--max-deliveries", "N", "before it becomes a dead letter (default 5)", "max_deliveries", Form::number}};
constexpr std::array dead_columns{Column{"POSITION", "event.position"},
                                  Column{"EVENT", "event.event_type"},
                                  Column{"TASK", "event.task_id", Look::id},
                                  Column{"DELIVERIES", "count"},
                                  Column{"CONSUMER", "consumer"},
                                  Column{"GIVEN UP", "at", Look::age}};
constexpr View dead_list{"items", dead_columns, "no dead letters"};
constexpr std::array redrive_flags{
    Flag{"--position", "POSITION", "only these (default: the oldest)", "positions", Form::names},
    Flag{"--limit", "N", "so many (default 1000)", "limit", Form::number},
    Flag{"--dry-run", "", "only count them", "dry_run", Form::yes}};

constexpr std::array one_subscription{Argument{"NAME", "name"}};
constexpr std::array new_subscription{Argument{"NAME", "name"}, Argument{"URL", "url"}};
constexpr std::array subscription_flags{
    Flag{"--type", "TYPE", "events of these types: task.failed,agent.* (default: all)", "types", Form::names},
    Flag{"--secret", "TEXT", "whsec_… to sign with, as @FILE (default: one is made, and shown this once)", "secret",
         Form::string},
    Flag{"--retry", "SPAN", "between two attempts (default 60s)", "retry_us", Form::span},
    Flag{"--max-deliveries", "N", "before an event becomes a dead letter (default 10)", "max_deliveries", Form::number},
    Flag{"--after", "POSITION", "from there (default: from now on)", "after", Form::number}};
constexpr std::array subscription_columns{Column{"NAME", "name", Look::id},      Column{"URL", "url"},
                                          Column{"TYPES", "types", Look::names}, Column{"GROUP", "group"},
                                          Column{"ENABLED", "enabled"},          Column{"BECAUSE", "disabled_because"}};
constexpr View subscription_list{"items", subscription_columns, "nobody is told about events by a webhook"};

constexpr std::array event_table{
    CommandSpec{.noun = "event",
                .verb = "list",
                .what = "events of the log after a position",
                .method = "GET",
                .path = "/v1/events",
                .flags = event_flags,
                .view = &event_list,
                .example = "baton event list --after 100 --type task.failed,task.dead",
                .extras = extra::remote | extra::paged,
                .act = &list_events},
    CommandSpec{.noun = "event",
                .verb = "tail",
                .what = "the latest events, and with -f what happens from now on",
                .method = "GET",
                .path = "/v1/events",
                .flags = tail_flags,
                .view = &event_list,
                .example = "baton event tail -f --agent ann",
                .act = &tail_events},
    CommandSpec{.noun = "group",
                .verb = "list",
                .what = "the consumer groups",
                .method = "GET",
                .path = "/v1/groups",
                .view = &group_list,
                .example = "baton group list",
                .extras = extra::remote | extra::watched},
    CommandSpec{.noun = "group",
                .verb = "show",
                .what = "a group, and what it has not acknowledged",
                .method = "GET",
                .path = "/v1/groups/{group}",
                .arguments = one_group,
                .view = &group_report,
                .example = "baton group show billing",
                .extras = extra::remote | extra::watched},
    CommandSpec{.noun = "group",
                .verb = "create",
                .what = "make a consumer group if there is none of that name",
                .method = "PUT",
                .path = "/v1/groups/{group}",
                .arguments = one_group,
                .flags = new_group_flags,
                .view = &group_details,
                .example = "baton group create billing --after 0"},
    CommandSpec{.noun = "group",
                .verb = "dead",
                .what = "the events that a group gave up",
                .method = "GET",
                .path = "/v1/groups/{group}/dead-letters",
                .arguments = one_group,
                .view = &dead_list,
                .example = "baton group dead billing",
                .extras = extra::remote | extra::watched | extra::paged},
    CommandSpec{.noun = "group",
                .verb = "redrive",
                .what = "make dead letters deliverable again",
                .method = "POST",
                .path = "/v1/groups/{group}/redrive",
                .arguments = one_group,
                .flags = redrive_flags,
                .view = &group_details,
                .example = "baton group redrive billing --dry-run"},
    CommandSpec{.noun = "group",
                .verb = "drop",
                .what = "remove a group with all that is pending in it",
                .method = "DELETE",
                .path = "/v1/groups/{group}",
                .arguments = one_group,
                .view = &group_details,
                .example = "baton group drop billing --yes",
                .extras = extra::remote | extra::confirmed},
    CommandSpec{.noun = "subscription",
                .verb = "list",
                .what = "who is told about events by a webhook",
                .method = "GET",
                .path = "/v1/subscriptions",
                .view = &subscription_list,
                .example = "baton subscription list",
                .extras = extra::remote | extra::watched},
    CommandSpec{.noun = "subscription",
                .verb = "show",
                .what = "one subscription, without its secret",
                .method = "GET",
                .path = "/v1/subscriptions/{name}",
                .arguments = one_subscription,
                .view = &group_details,
                .example = "baton subscription show pager"},
    CommandSpec{.noun = "subscription",
                .verb = "create",
                .what = "send events to a URL, signed; its secret is shown this once",
                .method = "PUT",
                .path = "/v1/subscriptions/{name}",
                .arguments = new_subscription,
                .flags = subscription_flags,
                .view = &group_details,
                .example = "baton subscription create pager https://pager.example/hook --type task.dead"},
    CommandSpec{.noun = "subscription",
                .verb = "remove",
                .what = "remove a subscription with all that was not delivered",
                .method = "DELETE",
                .path = "/v1/subscriptions/{name}",
                .arguments = one_subscription,
                .view = &group_details,
                .example = "baton subscription remove pager --yes",
                .extras = extra::remote | extra::confirmed},
};

}  // namespace

std::span<const CommandSpec> event_commands() { return event_table; }

}  // namespace baton::cli
