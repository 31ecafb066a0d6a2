#include "cli/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <span>
#include <sstream>
#include <string_view>

#include "baton/limits.hpp"
#include "cli/bench_workload.hpp"
#include "cli/catalog_command_line.hpp"
#include "cli/nearest.hpp"
#include "cli/store_command_line.hpp"

namespace baton::cli {

namespace {

CLI::App* add_serve(CLI::App& app, const std::string& name, const std::string& what) {
  auto* command = app.add_subcommand(name, what);
  add_settings(*command);
  command->footer(
      "Each setting is taken from the first of: its flag, the environment, the configuration file, the default.\n"
      "`baton config show` names them.");
  return command;
}

/// CLI::Range lets `nan` pass, which is neither below nor above.
CLI::Validator within(double least, double most) {
  const auto judge = [least, most](const std::string& text) {
    double number = 0;
    const bool right = CLI::detail::lexical_cast(text, number) && number >= least && number <= most;
    return right ? std::string() : fmt::format("`{}` is not between {} and {}", text, least, most);
  };
  return {judge, fmt::format("FLOAT in [{} - {}]", least, most)};
}

CLI::App* add_bench(CLI::App& app, BenchOptions& bench) {
  auto* command = app.add_subcommand("bench", "measure a store beside its raw engine");
  command
      ->add_option("--store", bench.store,
                   "sqlite:PATH (new files beside it are used), redis://… or postgres://… (new namespaces) or memory: "
                   "(default sqlite:)")
      ->type_name("URL");
  command->add_option("--verbs", bench.verbs, "of " + all_acts())->delimiter(',');
  command->add_option("--callers", bench.callers, "concurrent callers, several numbers (default 1,16,64,512)")
      ->delimiter(',')
      ->check(CLI::Range(std::size_t{1}, std::size_t{100'000}));
  command->add_option("--seconds", bench.seconds, "measured time for each (default 2)")->check(within(0.0, 3600.0));
  command->add_option("--rounds", bench.rounds, "so many rounds instead, each a task for every agent, at most 2000");
  command->add_option("--fill", bench.fill, "pending tasks beforehand (default 0)");
  command->add_option("--agents", bench.agents, "registered beforehand (default 2000)")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000}));
  command->add_option("--lanes", bench.lanes, "lanes that agents serve (default 1)")
      ->check(CLI::Range(std::size_t{1}, limits::lanes_per_agent));
  command->add_flag("!--no-raw", bench.raw, "do not measure the raw engine");
  command->add_flag("--json", bench.json, "print JSON");
  return command;
}

std::string one_line(std::string text) {
  for (auto& c : text) {
    if (c == '\n') c = ' ';
  }
  return text;
}

/// The command that was typed as far as it could be understood.
const CLI::App* deepest(const CLI::App* app) {
  while (!app->get_subcommands().empty()) app = app->get_subcommands().front();
  return app;
}

std::string path_of(const CLI::App* app) {
  std::string path = app->get_name();
  for (const auto* parent = app->get_parent(); parent != nullptr; parent = parent->get_parent()) {
    path = parent->get_name() + " " + path;
  }
  return path;
}

std::vector<std::string> words_of(const CLI::App& app) {
  std::vector<std::string> words;
  for (const auto* command : app.get_subcommands({})) words.push_back(command->get_name());
  for (const auto* option : app.get_options()) {
    for (const auto& name : option->get_lnames()) words.push_back("--" + name);
  }
  return words;
}

/// The first word typed that nobody knows here (or below), flags before others; empty: there is none.
std::string unknown_word(const CLI::App& app, bool below) {
  const auto left = app.remaining(below);
  const auto flag = std::ranges::find_if(left, [](const std::string& word) { return word.starts_with('-'); });
  if (flag != left.end()) return flag->substr(0, flag->find('='));
  return left.empty() ? "" : left.front();
}

/// What was typed, as far as words with dashes are flags.
using Words = std::span<const char* const>;

Words words_before_arguments(int argc, const char* const* argv) {
  const Words words(argv, static_cast<std::size_t>(argc));
  const auto end = std::ranges::find_if(words, [](const char* word) { return std::string_view(word) == "--"; });
  return words.first(static_cast<std::size_t>(end - words.begin()));
}

bool is_typed(const Words& words, const std::string& word) {
  return std::ranges::any_of(words, [&word](const char* typed) { return typed == word; });
}

std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const auto& name : option.get_lnames()) names.push_back("--" + name);
  for (const auto& name : option.get_snames()) names.push_back("-" + name);
  return names;
}

bool is_flag_of(const CLI::App& command, const std::string& word) {
  return std::ranges::any_of(command.get_options(), [&word](const CLI::Option* option) {
    return std::ranges::count(names_of(*option), word) > 0;
  });
}

/// Whether the value was typed in one word with its flag: `--lane=VALUE`, `-nVALUE`.
bool is_attached(const CLI::Option& option, const std::string& value, const Words& words) {
  return std::ranges::any_of(names_of(option), [&](const std::string& name) {
    return is_typed(words, name + (name.starts_with("--") ? "=" : "") + value);
  });
}

/// What is wrong with the values of a flag, since the parser takes the next word whatever it is; empty: nothing.
std::string wrong_value(const CLI::App& command, const CLI::Option& option, const Words& words) {
  const std::string name = names_of(option).front();
  if (is_typed(words, name + "=")) return "`" + name + "=` has no value; write one behind it";
  for (const auto& value : option.results()) {
    if (!is_flag_of(command, value) || is_attached(option, value, words)) continue;
    return "`" + name + "` has no value: `" + value + "` is a flag; write `" + name + "=" + value + "` if it is meant";
  }
  return "";
}

/// What is wrong with a switch that was given a value, which would count as set whatever that says; empty: nothing.
std::string wrong_switch(const CLI::Option& option, const Words& words) {
  for (const std::string& name : names_of(option)) {
    const bool valued =
        std::ranges::any_of(words, [&name](std::string_view typed) { return typed.starts_with(name + "="); });
    if (valued) return "`" + name + "` is a switch and takes no value; write `" + name + "`, or leave it out";
  }
  return "";
}

std::string wrong_value(const CLI::App& command, const Words& words) {
  for (const auto* option : command.get_options()) {
    if (option->get_positional()) continue;
    const bool takes_value = option->get_items_expected_max() > 0;
    auto wrong = takes_value ? wrong_value(command, *option, words) : wrong_switch(*option, words);
    if (!wrong.empty()) return wrong;
  }
  return "";
}

/// The first flag of the command that was typed before it; empty: none was.
std::string misplaced_flag(const CLI::App& command) {
  for (const auto* above = command.get_parent(); above != nullptr; above = above->get_parent()) {
    const std::string word = unknown_word(*above, false);
    if (is_flag_of(command, word)) return word;
  }
  return "";
}

std::string complaint(const CLI::App& app, const CLI::ParseError& error, const Words& words) {
  if (auto wrong = wrong_value(app, words); !wrong.empty()) return wrong;
  if (const auto early = misplaced_flag(app); !early.empty()) {
    return "`" + early + "` is written behind the command, as in `" + path_of(&app) + " " + early + "`";
  }
  const std::string unknown = unknown_word(app, true);
  if (unknown.empty()) return one_line(error.what());
  const std::string meant = nearest(unknown, words_of(app));
  return "`" + unknown + "` is not known here" + (meant.empty() ? "" : ", maybe `" + meant + "` is meant");
}

Misused misuse_of(const CLI::App& command, const std::string& what) {
  return {what + "; see `" + path_of(&command) + " --help`"};
}

/// CLI11 tells about help and misuse by exceptions; they end here.
Command told_by(const CLI::App& app, const CLI::ParseError& error, const Words& words) {
  const CLI::App& typed = *deepest(&app);
  if (error.get_exit_code() != 0) return misuse_of(typed, complaint(typed, error, words));
  std::ostringstream text;
  app.exit(error, text, text);
  return ShowHelp{text.str()};
}

/// The commands and where they put what was typed.
struct Parser {
  CLI::App app{"baton: the state layer and supervisor for fleets of AI agents", "baton"};
  BenchOptions bench;
  StoreCommand store;
  Call call;
  CLI::App* serve_command;
  CLI::App* dev_command;
  CLI::App* bench_command;
  CLI::App* store_command;

  Parser()
      : serve_command(add_serve(app, "serve", "run the daemon")),
        dev_command(add_serve(app, "dev", "run the daemon with a demonstration fleet to look at")),
        bench_command(add_bench(app, bench)),
        store_command(add_store(app, store)) {
    app.require_subcommand(1);
    add_catalog(app, call);
    app.add_subcommand("version", "print the version");
    app.set_version_flag("--version", BATON_VERSION, "print the version");
    app.footer(
        "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 not found, 4 not allowed, 5 the task that was waited for\n"
        "failed, 8 it is still pending, 141 nobody read on.");
  }
};

void add_pages(const CLI::App& app, const std::string& before, std::vector<CommandPage>& pages) {
  CommandPage page{.path = before + app.get_name(),
                   .what = app.get_description(),
                   .arguments = {},
                   .more = app.get_footer(),
                   .options = {},
                   .verbs = {}};
  for (const auto* option : app.get_options()) {
    if (option->get_positional()) {
      const bool many = option->get_items_expected_max() > 1;
      const std::string word = option->get_name(true) + (many ? "..." : "");
      page.arguments += (page.arguments.empty() ? "" : " ") + (option->get_required() ? word : "[" + word + "]");
    } else if (option->get_name() != "--help") {
      const std::string names = option->get_name(false, true);
      page.options.push_back({names.substr(0, names.find('{')),
                              option->get_items_expected_max() == 0 ? "" : option->get_type_name(),
                              option->get_description()});
    }
  }
  for (const auto* command : app.get_subcommands({})) page.verbs.push_back(command->get_name());
  pages.push_back(page);
  for (const auto* command : app.get_subcommands({})) add_pages(*command, page.path + " ", pages);
}

}  // namespace

std::vector<CommandPage> command_pages() {
  const Parser parser;
  std::vector<CommandPage> pages;
  add_pages(parser.app, "", pages);
  return pages;
}

Command parse_command_line(int argc, const char* const* argv) {
  Parser parser;
  const Words words = words_before_arguments(argc, argv);
  try {
    parser.app.parse(argc, argv);
  } catch (const CLI::CallForVersion&) {
    return ShowVersion{};
  } catch (const CLI::ParseError& error) {
    return told_by(parser.app, error, words);
  }
  const CLI::App& typed = *deepest(&parser.app);
  if (const auto wrong = wrong_value(typed, words); !wrong.empty()) return misuse_of(typed, wrong);
  if (parser.serve_command->parsed()) return Serve{.demo = false, .typed = typed_settings(*parser.serve_command)};
  if (parser.dev_command->parsed()) return Serve{.demo = true, .typed = typed_settings(*parser.dev_command)};
  if (parser.bench_command->parsed()) return parser.bench;
  if (parser.store_command->parsed()) return parser.store;
  if (parser.call.spec != nullptr) return parser.call;
  return ShowVersion{};
}

}  // namespace baton::cli
