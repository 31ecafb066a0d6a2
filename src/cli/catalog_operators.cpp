#include <array>

#include "cli/acts.hpp"
#include "cli/catalog.hpp"

namespace baton::cli {

namespace {

constexpr View facts{};

constexpr std::array attention_flags{
    Flag{"--waiting-for", "SECONDS", "a pending task has waited too long after", "waiting_for"},
    Flag{"--running-for", "SECONDS", "a running task takes too long after", "running_for"},
    Flag{"--blocked-for", "SECONDS", "a task is blocked for too long after", "blocked_for"},
    Flag{"--failed-within", "SECONDS", "a failed task is news for", "failed_within"},
    Flag{"--lag-for", "SECONDS", "a group's next event has waited too long after", "lag_for"}};

constexpr std::array token_name_argument{Argument{"NAME", "name"}};
constexpr std::array token_argument{Argument{"TOKEN", "token"}};
constexpr std::array token_flags{
    Flag{"--role", "viewer|agent|orchestrator|admin", "what it may (default viewer)", "role"},
    Flag{"--agent", "AGENT", "with the role agent: only for this one, or for all that begin so: ann*", "scope.agent"},
    Flag{"--task", "TASK", "with the role agent: only for this task", "scope.task"},
    Flag{"--signal", "NAME", "with the role agent: the signals it may write", "scope.signals", Form::names},
    Flag{"--expires-in", "SPAN", "how long it is good: 12h, 30d (default: for ever)", "ttl_us", Form::span}};
constexpr std::array as_viewer{Constant{"role", R"("viewer")"}};
constexpr std::array token_columns{Column{"TOKEN", "id", Look::id},
                                   Column{"NAME", "name"},
                                   Column{"ROLE", "role"},
                                   Column{"SCOPE", "scope", Look::json},
                                   Column{"AGE", "created_at", Look::age},
                                   Column{"EXPIRES", "expires_at", Look::ahead},
                                   Column{"REVOKED", "revoked"}};
constexpr View token_list{"items", token_columns, "no tokens but the one in the daemon's token file"};

constexpr std::array audit_columns{Column{"AT", "at", Look::time}, Column{"ACTOR", "actor_name"},
                                   Column{"ROLE", "role"},         Column{"ACTION", "action"},
                                   Column{"OBJECT", "object"},     Column{"OUTCOME", "outcome"},
                                   Column{"ADDRESS", "address"},   Column{"REQUEST", "request_id"}};
constexpr View audit_list{"items", audit_columns, "nothing was done"};
constexpr std::array audit_flags{Flag{"--actor", "TOKEN", "done with that token", "actor"},
                                 Flag{"--action", "OPERATION", "as the API names it: cancel_task", "action"},
                                 Flag{"--outcome", "WORD", "done, or the code of a problem: forbidden", "outcome"},
                                 Flag{"--since", "TIME", "then or later: a time, or -2h", "since", Form::moment},
                                 Flag{"--until", "TIME", "before", "until", Form::moment}};

constexpr std::array config_file_argument{Argument{"FILE", "", Form::own}};
constexpr std::array json_flag{Flag{"--json", "", "print JSON", "", Form::own}};
constexpr std::array doctor_flags{
    json_flag.front(),
    Flag{"--ca-file", "PATH", "who signed the certificate of the daemon that is asked (BATON_CA_FILE)", "", Form::own}};
constexpr std::array top_flags{Flag{"--interval", "SPAN", "how often to look (default 1s)", "", Form::own},
                               Flag{"--once", "", "draw once and leave", "", Form::own}};
constexpr std::array shell_argument{Argument{"SHELL", "", Form::own}};

constexpr std::array operator_table{
    CommandSpec{.noun = "attention",
                .verb = "",
                .what = "what is wedged, why, since when, and the command that helps",
                .method = "GET",
                .path = "/v1/attention",
                .flags = attention_flags,
                .example = "baton attention --watch",
                .extras = extra::remote | extra::watched,
                .act = &show_attention},
    CommandSpec{.noun = "health",
                .verb = "",
                .what = "how the store is, and how durable",
                .method = "GET",
                .path = "/v1/health",
                .view = &facts,
                .example = "baton health --json",
                .extras = extra::remote | extra::watched},
    CommandSpec{.noun = "top",
                .verb = "",
                .what = "a live view of the fleet; q leaves it",
                .flags = top_flags,
                .example = "baton top",
                .act = &run_top},
    CommandSpec{.noun = "token",
                .verb = "create",
                .what = "make a token; its secret is shown this once",
                .method = "POST",
                .path = "/v1/tokens",
                .arguments = token_name_argument,
                .flags = token_flags,
                .view = &facts,
                .example = "baton token create ci --role orchestrator --expires-in 30d",
                .constants = as_viewer},
    CommandSpec{.noun = "token",
                .verb = "list",
                .what = "the tokens, without their secrets",
                .method = "GET",
                .path = "/v1/tokens",
                .view = &token_list,
                .example = "baton token list",
                .extras = extra::remote | extra::paged},
    CommandSpec{.noun = "token",
                .verb = "show",
                .what = "one token, without its secret",
                .method = "GET",
                .path = "/v1/tokens/{token}",
                .arguments = token_argument,
                .view = &facts,
                .example = "baton token show TOKEN"},
    CommandSpec{.noun = "token",
                .verb = "revoke",
                .what = "let a token be good for nothing, from now on",
                .method = "DELETE",
                .path = "/v1/tokens/{token}",
                .arguments = token_argument,
                .view = &facts,
                .example = "baton token revoke TOKEN"},
    CommandSpec{.noun = "token",
                .verb = "whoami",
                .what = "whose token this is, and what it may",
                .method = "GET",
                .path = "/v1/whoami",
                .view = &facts,
                .example = "baton token whoami"},
    CommandSpec{.noun = "audit",
                .verb = "list",
                .what = "who did what with which privilege, the latest first",
                .method = "GET",
                .path = "/v1/audit",
                .flags = audit_flags,
                .view = &audit_list,
                .example = "baton audit list --limit 20",
                .extras = extra::remote | extra::paged},
    CommandSpec{.noun = "config",
                .verb = "show",
                .what = "each setting of `baton serve`, its value and where it comes from; secrets are left out",
                .flags = json_flag,
                .example = "baton config show",
                .extras = extra::settings,
                .act = &show_config},
    CommandSpec{.noun = "config",
                .verb = "check",
                .what = "whether a configuration file is right",
                .arguments = config_file_argument,
                .example = "baton config check baton.toml",
                .extras = 0,
                .act = &check_config},
    CommandSpec{.noun = "doctor",
                .verb = "",
                .what = "look for what is wrong with configuration, store, clock, permissions, port and versions",
                .flags = doctor_flags,
                .example = "baton doctor",
                .extras = extra::settings,
                .act = &run_doctor},
    CommandSpec{.noun = "completion",
                .verb = "",
                .what = "what a shell needs to complete commands: bash, zsh or fish",
                .arguments = shell_argument,
                .example = "source <(baton completion bash)",
                .extras = 0,
                .act = &print_completion},
    CommandSpec{.noun = "man",
                .verb = "",
                .what = "print the manual page",
                .example = "baton man | man -l -",
                .extras = 0,
                .act = &print_manual},
};

constexpr std::array described_nouns{
    Noun{"task", "work to do"},
    Noun{"job", "requests on a thread, from webhook to answer"},
    Noun{"result", "short-lived values from agents"},
    Noun{"agent", "who works"},
    Noun{"queue", "what waits, lane by lane"},
    Noun{"event", "the log of all that happens"},
    Noun{"group", "consumer groups on the log"},
    Noun{"subscription", "webhooks that are told about events"},
    Noun{"thread", "conversations"},
    Noun{"lock", "advisory locks"},
    Noun{"correlation", "joint work that collects signals"},
    Noun{"context", "what orchestrators leave for agents"},
    Noun{"schema", "what shared state has to look like"},
    Noun{"record", "entries kept under a time to live"},
    Noun{"token", "who may do what"},
    Noun{"audit", "what was done with privilege"},
    Noun{"config", "the settings of the daemon"},
};

}  // namespace

std::span<const CommandSpec> operator_commands() { return operator_table; }

std::span<const Noun> nouns() { return described_nouns; }

const CommandSpec* find_command(std::string_view noun, std::string_view verb) {
  const CommandSpec* found = nullptr;
  for_each_command([&](const CommandSpec& command) {
    if (command.noun == noun && command.verb == verb) found = &command;
  });
  return found;
}

}  // namespace baton::cli
