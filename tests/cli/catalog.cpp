#include "cli/catalog.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "cli/command_line.hpp"
#include "engine/commands.hpp"
#include "http/api.hpp"
#include "support/programs.hpp"
#include "support/temporary_directory.hpp"

/// One description of the commands, and everything that follows from it.
namespace baton::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string source(const std::string& name) {
  const char* root = std::getenv("BATON_SOURCE_DIR");  // NOLINT(concurrency-mt-unsafe)
  std::ifstream file(std::string(root != nullptr ? root : ".") + "/" + name);
  return {std::istreambuf_iterator<char>(file), {}};
}

cli::Command parsed(const std::vector<std::string>& words) {
  std::vector<const char*> argv;
  for (const auto& word : words) argv.push_back(word.c_str());
  return cli::parse_command_line(static_cast<int>(argv.size()), argv.data());
}

/// As a shell would, as far as documents need it: quotes, comments, and the end of a simple command.
std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words;
  std::string word;
  char quote = 0;
  bool any = false;
  for (const char c : line) {
    if (quote == 0 && (c == '#' || c == '|' || c == '&' || c == ';' || c == '>' || c == ')' || c == '`')) break;
    if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
      any = true;
    } else if (quote != 0 && c == quote) {
      quote = 0;
    } else if (quote == 0 && c == ' ') {
      if (any) words.push_back(std::exchange(word, ""));
      any = false;
    } else {
      word += c;
      any = true;
    }
  }
  if (any) words.push_back(word);
  return words;
}

void expect_typeable(const std::string& line) {
  const auto command = parsed(words_of(line));
  const auto* misused = std::get_if<cli::Misused>(&command);
  EXPECT_EQ(misused, nullptr) << line << ": " << (misused == nullptr ? "" : misused->text);
}

TEST(RecommendedCommands, can_be_typed) {
  for (std::size_t i = 0; i <= static_cast<std::size_t>(Command::health); ++i) {
    expect_typeable(to_text(static_cast<Command>(i), "sqlite:name"));
  }
}

TEST(CommandLine, tells_its_version_as_a_command_and_as_a_flag) {
  for (const char* word : {"version", "--version"}) {
    EXPECT_TRUE(std::holds_alternative<cli::ShowVersion>(parsed({"baton", word}))) << word;
  }
}

std::string refusal_of(const std::vector<std::string>& words) {
  const auto command = parsed(words);
  const auto* misused = std::get_if<cli::Misused>(&command);
  return misused == nullptr ? "" : misused->text;
}

TEST(CommandLine, takes_no_flag_for_the_value_of_another) {
  EXPECT_EQ(refusal_of({"baton", "task", "list", "--lane", "--json"}),
            "`--lane` has no value: `--json` is a flag; write `--lane=--json` if it is meant; see `baton task list "
            "--help`");
  EXPECT_EQ(refusal_of({"baton", "task", "list", "--lane=", "--json"}),
            "`--lane=` has no value; write one behind it; see `baton task list --help`");
  EXPECT_THAT(refusal_of({"baton", "event", "tail", "-n", "-f"}), HasSubstr("`--last` has no value: `-f` is a flag"));
  EXPECT_THAT(refusal_of({"baton", "event", "tail", "--type", "--help"}), HasSubstr("`--type` has no value"));
  EXPECT_THAT(refusal_of({"baton", "task", "show", "--url", "--json"}), HasSubstr("`--url` has no value"));
  EXPECT_THAT(refusal_of({"baton", "task", "list", "--status", "--json"}), HasSubstr("`--status` has no value"));
  EXPECT_THAT(refusal_of({"baton", "serve", "--listen", "--store", "memory:"}), HasSubstr("`--listen` has no value"));
  EXPECT_THAT(refusal_of({"baton", "bench", "--seconds", "--json"}), HasSubstr("`--seconds` has no value"));
  EXPECT_THAT(refusal_of({"baton", "store", "copy", "a", "b", "--namespace", "--json"}),
              HasSubstr("`--namespace` has no value"));
}

TEST(CommandLine, gives_no_value_to_a_switch) {
  EXPECT_EQ(refusal_of({"baton", "thread", "purge", "zap", "--yes=false"}),
            "`--yes` is a switch and takes no value; write `--yes`, or leave it out; see `baton thread purge --help`");
  const std::vector<std::vector<std::string>> others{{"queue", "pause", "--all=false"},
                                                     {"task", "list", "--watch=false"},
                                                     {"task", "list", "--json=maybe"},
                                                     {"task", "list", "--json="},
                                                     {"task", "submit", "k", "--wait=false"},
                                                     {"task", "retry", "--all=false", "--yes"},
                                                     {"group", "redrive", "g", "--dry-run=false"},
                                                     {"event", "tail", "-f=true"},
                                                     {"bench", "--json=false"},
                                                     {"bench", "--no-raw=false"},
                                                     {"store", "check", "sqlite:a.db", "--no-progress=no"},
                                                     {"store", "migrate", "sqlite:a.db", "--dry-run=false"}};
  for (auto words : others) {
    words.insert(words.begin(), "baton");
    EXPECT_THAT(refusal_of(words), HasSubstr("is a switch and takes no value")) << words.back();
  }
}

TEST(CommandLine, tells_where_a_flag_belongs_that_was_written_too_early) {
  const std::vector<std::vector<std::string>> early{{"baton", "--json", "task", "list"},
                                                    {"baton", "task", "--json", "list"}};
  for (const auto& words : early) {
    EXPECT_EQ(refusal_of(words),
              "`--json` is written behind the command, as in `baton task list --json`; see `baton task list --help`");
  }
  EXPECT_THAT(refusal_of({"baton", "--url", "U", "task", "list"}),
              HasSubstr("`--url` is written behind the command, as in `baton task list --url`"));
  EXPECT_THAT(refusal_of({"baton", "--jsno", "task", "list"}), Not(HasSubstr("behind the command")));
}

TEST(CommandLine, takes_no_time_that_is_not_a_number) {
  for (const char* seconds : {"nan", "inf", "-1", "3601", "x"}) {
    EXPECT_NE(refusal_of({"baton", "bench", "--seconds", seconds}), "") << seconds;
  }
  EXPECT_EQ(refusal_of({"baton", "bench", "--seconds", "0.5"}), "");
}

TEST(CommandLine, takes_any_other_word_for_a_value) {
  for (const auto& words : std::vector<std::vector<std::string>>{{"baton", "task", "list", "--since", "-2h"},
                                                                 {"baton", "task", "list", "--lane=--json", "--json"},
                                                                 {"baton", "event", "tail", "-n5", "-f"},
                                                                 {"baton", "task", "cancel", "T", "--reason", "--no"},
                                                                 {"baton", "thread", "say", "T", "--", "--json"}}) {
    EXPECT_EQ(refusal_of(words), "");
  }
}

TEST(Catalog, examples_can_be_typed) {
  cli::for_each_command([](const cli::CommandSpec& command) {
    const std::string example(command.example);
    expect_typeable(example.substr(example.find("baton ")));
  });
}

/// Lines of shell in a document that call the program.
std::vector<std::string> commands_in(const std::string& text) {
  std::vector<std::string> commands;
  std::istringstream lines(text);
  std::string line;
  bool in_shell = false;
  while (std::getline(lines, line)) {
    if (line.starts_with("```")) in_shell = line == "```sh";
    static const std::regex call(R"(^(?:[A-Z_]+=\S+ )*(baton [a-z].*)$)");
    std::smatch found;
    if (in_shell && std::regex_match(line, found, call)) commands.push_back(found[1]);
  }
  return commands;
}

TEST(Catalog, commands_in_documents_can_be_typed) {
  std::size_t count = 0;
  for (const char* name : {"README.md", "docs/cli.md", "docs/stores.md", "docs/supervisor.md", "docs/postgres.md",
                           "docs/redis.md", "docs/http.md", "docs/memory.md", "docs/jobs.md"}) {
    for (const auto& command : commands_in(source(name))) {
      expect_typeable(command);
      ++count;
    }
  }
  EXPECT_GT(count, 20U);
}

TEST(Catalog, the_document_is_written_from_it) {
  EXPECT_TRUE(source("docs/cli.md").ends_with(cli::as_document(cli::command_pages())))
      << "docs/cli.md should end with\n"
      << cli::as_document(cli::command_pages());
}

std::string pattern_of(std::string_view path) {
  std::string pattern;
  bool inside = false;
  for (const char c : path) {
    if (c == '{') pattern += "{}";
    inside = c == '{' || (inside && c != '}');
    if (!inside && c != '}') pattern += c;
  }
  return pattern;
}

/// What agents and programs do for themselves, and what a command asks for beside its own operation.
const std::set<std::string> not_commands{
    "register_agent",  "beat",           "claim_task",   "report_progress",
    "settle_task",     "complete_task",  "fail_task",    "release_task",
    "decline_task",    "set_result",     "read_group",   "acknowledge",
    "try_lock",        "renew_lock",     "beat_session", "advance_correlation",
    "take_follow_ups",
    "receive_webhook",                                               // whoever sends webhooks
    "livez",                                                         // baton doctor
    "readyz",                                                        // probes
    "openapi",                                                       // baton doctor
    "metrics",                                                       // baton top
    "stream_events",                                                 // baton event tail
    "login_page",      "login_style",    "log_in",       "log_out",  // browsers
    "dashboard",       "dashboard_file",                             // browsers
    "count_tasks",                                                   // the dashboard
};

TEST(Catalog, reaches_every_operation_of_the_api) {
  std::set<std::string> reached;
  cli::for_each_command([&reached](const cli::CommandSpec& command) {
    reached.insert(std::string(command.method) + " " + pattern_of(command.path));
    reached.insert(std::string(command.method) + " " + pattern_of(command.path_of_all));
  });
  for (const auto& route : http::api_routes()) {
    const std::string operation = std::string(http::to_text(route.method())) + " " + pattern_of(route.path());
    EXPECT_NE(reached.contains(operation), not_commands.contains(std::string(route.id()))) << route.id();
  }
}

TEST(Catalog, asks_for_operations_that_are_there) {
  std::set<std::string> known;
  for (const auto& route : http::api_routes()) {
    known.insert(std::string(http::to_text(route.method())) + " " + pattern_of(route.path()));
  }
  cli::for_each_command([&known](const cli::CommandSpec& command) {
    const std::string path = pattern_of(command.path);
    if (path.empty()) return;
    EXPECT_TRUE(known.contains(std::string(command.method) + " " + path)) << command.noun << " " << command.verb;
  });
}

TEST(Catalog, the_manual_has_every_command) {
  const std::string manual = cli::as_manual(cli::command_pages());
  cli::for_each_command([&manual](const cli::CommandSpec& command) {
    EXPECT_THAT(manual, HasSubstr(".SS baton " + std::string(command.noun) +
                                  (command.verb.empty() ? "" : " " + std::string(command.verb))));
  });
  EXPECT_TRUE(manual.starts_with(".TH BATON 1"));
}

}  // namespace
}  // namespace baton::test
