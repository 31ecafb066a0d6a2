#include "cli/catalog_command_line.hpp"

#include <fmt/format.h>

#include <limits>

#include "cli/setting_table.hpp"
#include "cli/words.hpp"

namespace baton::cli {

namespace {

constexpr int any_number = std::numeric_limits<int>::max() / 2;

/// The values are read from the option itself when all is parsed.
CLI::callback_t kept() {
  return [](const CLI::results_t&) { return true; };
}

/// Words with bars between them are the only ones allowed.
void allow_only(CLI::Option* option, std::string_view words) {
  if (words.contains('|')) option->check(CLI::IsMember(split(words, '|')).description(""));
}

CLI::Option* add_value(CLI::App& command, std::string_view name, std::string_view value, std::string_view what,
                       bool several) {
  auto* option = command.add_option(std::string(name), kept(), std::string(what));
  option->type_name(std::string(value));
  if (several) option->expected(1, any_number)->allow_extra_args(false)->delimiter(',');
  return option;
}

void add_flag(CLI::App& command, const Flag& flag) {
  if (flag.value.empty()) {
    command.add_flag(std::string(flag.name))->description(std::string(flag.what));
  } else {
    allow_only(add_value(command, flag.name, flag.value, flag.what, flag.form == Form::names), flag.value);
  }
}

void add_argument(CLI::App& command, const Argument& argument, bool repeated) {
  auto* option = command.add_option(std::string(argument.name), kept(), "");
  option->required(argument.need != Need::optional);
  if (repeated) option->expected(argument.need == Need::many ? 1 : 0, any_number)->allow_extra_args();
}

void add_extras(CLI::App& command, const CommandSpec& spec) {
  if ((spec.extras & extra::watched) != 0) command.add_flag("--watch")->description("look again every two seconds");
  if ((spec.extras & extra::paged) != 0) {
    add_value(command, "--limit", "N", "so many", false);
    command.add_flag("--all")->description("all there are");
  }
  if ((spec.extras & extra::confirmed) != 0) command.add_flag("--yes")->description("without asking");
  if ((spec.extras & extra::settings) != 0) add_settings(command);
  if ((spec.extras & extra::remote) == 0) return;
  command.add_flag("--json")->description("print what the daemon answers, as JSON");
  add_value(command, "--url", "URL", "the daemon's address (BATON_URL; default http://127.0.0.1:7777)", false);
  add_value(command, "--token-file", "PATH", "file with the access token (BATON_TOKEN, BATON_TOKEN_FILE)", false);
  add_value(command, "--ca-file", "PATH", "who signed the daemon's certificate (BATON_CA_FILE)", false);
  add_value(command, "--config", "PATH", "configuration file (BATON_CONFIG; default: baton.toml, if there is one)",
            false);
}

/// `--follow` of `-f,--follow`; a word without dashes is its own name.
std::string long_name(const CLI::Option& option) {
  if (!option.get_lnames().empty()) return "--" + option.get_lnames().front();
  return option.get_name(true);
}

void check_lane(const Call& call) {
  if (call.spec->path_of_all.empty() || call.has("--all") != call.has("LANE")) return;
  throw CLI::RequiredError("a LANE, or --all,");
}

CLI::App* group_of(CLI::App& app, std::string_view noun) {
  for (auto* known : app.get_subcommands({})) {
    if (known->get_name() == noun) return known;
  }
  std::string what;
  for (const Noun& described : nouns()) {
    if (described.name == noun) what = described.what;
  }
  auto* group = app.add_subcommand(std::string(noun), what);
  group->require_subcommand(1);
  return group;
}

void add_command(CLI::App& app, const CommandSpec& spec, Call& typed) {
  auto* command = spec.verb.empty()
                      ? app.add_subcommand(std::string(spec.noun), std::string(spec.what))
                      : group_of(app, spec.noun)->add_subcommand(std::string(spec.verb), std::string(spec.what));
  for (const Argument& argument : spec.arguments) {
    const bool repeated = argument.need == Need::many || (argument.name == "TASK" && spec.verb == "retry");
    add_argument(*command, argument, repeated);
  }
  for (const Flag& flag : spec.flags) add_flag(*command, flag);
  add_extras(*command, spec);
  if (!spec.example.empty()) command->footer(fmt::format("Example: {}", spec.example));
  command->callback([&spec, command, &typed] {
    Call call{.spec = &spec};
    for (const auto* option : command->get_options()) {
      if (option->count() > 0) call.values[long_name(*option)] = option->results();
    }
    check_lane(call);
    typed = std::move(call);
  });
}

}  // namespace

void add_catalog(CLI::App& app, Call& typed) {
  for_each_command([&](const CommandSpec& spec) { add_command(app, spec, typed); });
}

void add_settings(CLI::App& command) {
  for (const Setting& setting : setting_table()) {
    std::string what(setting.what);
    if (!setting.standard.empty()) what += fmt::format(" (default {})", setting.standard);
    add_value(command, setting.flag, setting.value, what, setting.is_list);
  }
}

Typed typed_settings(const CLI::App& command) {
  Typed typed;
  for (const Setting& setting : setting_table()) {
    const auto* option = command.get_option(std::string(setting.flag));
    const std::string name(setting.name.empty() ? setting.flag.substr(2) : setting.name);
    if (option->count() > 0) typed.values[name] = option->results();
  }
  return typed;
}

}  // namespace baton::cli
