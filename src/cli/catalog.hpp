#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace baton::cli {

/// How the text of a flag or argument becomes a value on the wire.
enum class Form : std::uint8_t {
  text,    ///< as it is
  number,  ///< a whole number
  yes,     ///< a switch: true if it is there
  no,      ///< a switch: false if it is there
  json,    ///< JSON, or @FILE that holds it, or - for standard input
  string,  ///< text that becomes a JSON string; @FILE and - as with json
  span,    ///< 90, 90s, 5m, 2h, 7d: microseconds
  moment,  ///< a time of RFC 3339, or +5m: so long from now
  names,   ///< several, with commas or by repeating the flag
  own,     ///< for the command itself; not sent
};

/// `--lane LANE`. `value` with bars between words is a choice: `asc|desc`.
struct Flag {
  std::string_view name;
  std::string_view value;  ///< empty: a switch
  std::string_view what;
  std::string_view member;  ///< in the query of what only reads or removes, else in the body
  Form form = Form::text;
};

enum class Need : std::uint8_t { one, optional, many };

/// A word without dashes. It goes where the path has its member in braces, else where flags go.
struct Argument {
  std::string_view name;
  std::string_view member;
  Form form = Form::text;
  Need need = Need::one;
};

/// What is always sent, unless a flag says otherwise. `value` is JSON in a body and text in a query.
struct Constant {
  std::string_view member;
  std::string_view value;
};

enum class Look : std::uint8_t {
  text,
  id,  ///< what the next command is given: cut only where it would not fit alone
  state,
  time,  ///< as it is, or how long ago where there is little room
  age,
  ahead,
  span,
  names,
  json,
};

struct Column {
  std::string_view title;
  std::string_view path;  ///< `task.id`
  Look look = Look::text;
};

/// How people see an answer: as a table of the elements of `list`, or (without columns) member by member.
struct View {
  std::string_view list{};
  std::span<const Column> columns{};
  std::string_view none{};  ///< said when the list is empty
  std::string_view head{};  ///< shown before the list: the object of that name, or `.` for what else there is
  std::string (*footer)(std::string_view answer) = nullptr;
};

struct Call;

/// Carries a command out and returns the exit code.
using Deed = int (*)(const Call& call);

int ask_once(const Call& call);      ///< one request, shown as the view says; a list by pages
int ask_for_each(const Call& call);  ///< the same for each of several arguments

/// What commands have beside their own flags.
namespace extra {
inline constexpr unsigned remote = 1;     ///< a daemon carries it out: --url, --token-file, --ca-file, --config, --json
inline constexpr unsigned watched = 2;    ///< --watch
inline constexpr unsigned paged = 4;      ///< --limit, --all
inline constexpr unsigned confirmed = 8;  ///< --yes: asks before it does it
inline constexpr unsigned settings = 16;  ///< the flags of `baton serve`
}  // namespace extra

/// One command, from which its parsing, help, completion, manual and document follow.
struct CommandSpec {
  std::string_view noun;
  std::string_view verb;  ///< empty: a command by itself
  std::string_view what;
  std::string_view method{};
  std::string_view path{};  ///< placeholders as in the table of routes
  std::span<const Argument> arguments{};
  std::span<const Flag> flags{};
  const View* view = nullptr;
  std::string_view example{};
  unsigned extras = extra::remote;
  Deed act = &ask_once;
  std::span<const Constant> constants{};
  std::string_view path_of_all{};  ///< with --all, for all of them at once
};

/// What a noun is about.
struct Noun {
  std::string_view name;
  std::string_view what;
};

std::span<const Noun> nouns();

std::span<const CommandSpec> agent_commands();
std::span<const CommandSpec> task_commands();
std::span<const CommandSpec> job_commands();
std::span<const CommandSpec> event_commands();
std::span<const CommandSpec> shared_commands();
std::span<const CommandSpec> memory_commands();
std::span<const CommandSpec> operator_commands();

/// nullptr: there is none.
const CommandSpec* find_command(std::string_view noun, std::string_view verb);

/// Calls `visit` for each command, in the order of documents.
template <class Visit>
void for_each_command(Visit visit) {
  for (const auto part : {task_commands(), job_commands(), agent_commands(), event_commands(), shared_commands(),
                          memory_commands(), operator_commands()}) {
    for (const CommandSpec& command : part) visit(command);
  }
}

}  // namespace baton::cli
