#include "cli/remote_command_line.hpp"

#include <array>
#include <memory>

namespace baton::cli {

namespace {

/// `{}` in a target is the argument.
struct Entry {
  const char* noun;  ///< without a verb: a command by itself
  const char* verb;
  const char* argument;
  const char* method;
  const char* target;
  const char* what;
};

constexpr auto entries = std::to_array<Entry>({
    {"attention", "", "", "GET", "/v1/attention", "what is wedged, why, and what helps"},
    {"health", "", "", "GET", "/v1/health", "how the store is, and how durable"},
    {"agent", "list", "", "GET", "/v1/agents", "the agents"},
    {"agent", "show", "AGENT", "GET", "/v1/agents/{}", "one agent"},
    {"agent", "remove", "AGENT", "DELETE", "/v1/agents/{}", "remove an agent; a task it holds goes to another"},
    {"task", "list", "", "GET", "/v1/tasks?newest_first=true", "the latest tasks"},
    {"task", "show", "TASK", "GET", "/v1/tasks/{}", "one task"},
    {"task", "why", "TASK", "GET", "/v1/tasks/{}/why", "what keeps a task from running"},
    {"task", "retry", "TASK", "POST", "/v1/tasks/{}/retry", "put a failed, dead or cancelled task back in line"},
    {"task", "cancel", "TASK", "POST", "/v1/tasks/{}/cancel", "end a task that has not ended"},
    {"queue", "show", "", "GET", "/v1/queue", "what waits in each lane"},
    {"queue", "pause", "LANE", "POST", "/v1/queue/lanes/{}/pause", "stop claims from a lane"},
    {"queue", "resume", "LANE", "POST", "/v1/queue/lanes/{}/resume", "let claims from a lane go on"},
    {"group", "list", "", "GET", "/v1/groups", "the consumer groups"},
    {"group", "show", "GROUP", "GET", "/v1/groups/{}", "a group, and what it has not acknowledged"},
    {"group", "redrive", "GROUP", "POST", "/v1/groups/{}/redrive", "make dead letters deliverable again"},
});

/// What was typed behind one command, or stood in the environment.
struct Typed {
  std::string argument;
  bool all = false;  ///< all lanes at once, instead of one
  std::string url = RemoteCommand{}.url;
  std::string token_file = RemoteCommand{}.token_file;
};

std::string target_of(std::string_view form, const Typed& typed) {
  std::string target(form);
  if (typed.all) return target.replace(target.find("/lanes/{}"), std::string_view("/lanes/{}").size(), "");
  const auto place = target.find("{}");
  if (place != std::string::npos) target.replace(place, 2, in_path(typed.argument));
  return target;
}

CLI::App* group_of(CLI::App& app, const char* noun) {
  for (auto* known : app.get_subcommands({})) {
    if (known->get_name() == noun) return known;
  }
  auto* group = app.add_subcommand(noun, std::string("look at or change a running daemon's: ") + noun);
  group->require_subcommand(1);
  return group;
}

void add(CLI::App& app, const Entry& entry, RemoteCommand& typed) {
  const bool alone = *entry.verb == '\0';
  auto* command = alone ? app.add_subcommand(entry.noun, entry.what)
                        : group_of(app, entry.noun)->add_subcommand(entry.verb, entry.what);
  const auto said = std::make_shared<Typed>();
  if (*entry.argument != '\0') {
    auto* argument = command->add_option(entry.argument, said->argument)->required();
    if (std::string_view(entry.argument) == "LANE") {
      auto* all = command->add_flag("--all", said->all, "all lanes, instead of one");
      argument->required(false)->excludes(all);
    }
  }
  command->add_option("--url", said->url, "the daemon's address (default http://127.0.0.1:7777)")
      ->envname("BATON_URL")
      ->type_name("URL");
  command->add_option("--token-file", said->token_file, "file with the access token (default: baton.token)")
      ->envname("BATON_TOKEN_FILE")
      ->type_name("PATH");
  command->callback([&entry, alone, said, &typed] {
    if (*entry.argument != '\0' && said->argument.empty() && !said->all) throw CLI::RequiredError("LANE or --all");
    typed.name = alone ? entry.noun : std::string(entry.noun) + " " + entry.verb;
    typed.method = entry.method;
    typed.target = target_of(entry.target, *said);
    typed.url = said->url;
    typed.token_file = said->token_file;
  });
}

}  // namespace

void add_remote(CLI::App& app, RemoteCommand& typed) {
  for (const Entry& entry : entries) add(app, entry, typed);
}

}  // namespace baton::cli
