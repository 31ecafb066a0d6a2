#include "cli/remote.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <iostream>
#include <sstream>

#include "cli/complain.hpp"
#include "cli/interrupt.hpp"
#include "cli/json_walk.hpp"
#include "cli/pages.hpp"
#include "cli/screen.hpp"
#include "cli/views.hpp"
#include "cli/wanted.hpp"
#include "cli/whereabouts.hpp"

namespace baton::cli {

namespace {

constexpr std::chrono::milliseconds watch_interval{2000};
constexpr View all_members{};

/// What a verb without anything to tell answers.
bool says_nothing(const std::string& answer) { return answer.empty() || answer == "{}"; }

std::unexpected<Error> nothing_removed(const Call& call) {
  return fail(Errc::not_found, fmt::format("there is no {} {}; `baton {} list` shows what there is", call.spec->noun,
                                           call.one(call.spec->arguments.front().name), call.spec->noun));
}

bool is_empty_list(const Call& call, const std::string& answer) {
  return elements_of(value_at(answer, call.spec->view->list).value_or("[]")).empty();
}

/// A list with what it leaves out: below it where it is drawn again and again, else on standard error.
std::string shown_list(const Call& call, const std::string& answer) {
  const std::string rest = words_on_rest(call, answer);
  if (rest.empty()) return shown_answer(call, answer);
  const bool none = is_empty_list(call, answer);
  if (none && !call.has("--json")) return rest + "\n";
  // A document tells by its `next` that there is more; with nothing in it, it would seem to be all.
  const bool is_told = none || !call.has("--json");
  if (is_told && !call.has("--watch")) tell(fmt::format("baton {}: {}\n", call.name(), rest));
  const bool below = call.has("--watch") && !call.has("--json");
  return shown_answer(call, answer) + (below ? "\n" + rest + "\n" : "");
}

/// As many lines as the screen has, less one for the cursor.
std::string first_lines(const std::string& text, const Screen& screen) {
  if (!screen.is_terminal()) return text;
  std::istringstream lines(text);
  std::string line;
  std::string kept;
  for (std::size_t i = 1; i < screen.rows && std::getline(lines, line); ++i) kept += line + "\n";
  return kept;
}

}  // namespace

Result<std::string> ask_well(const Whereabouts& where, const Question& question) {
  auto answer = ask(where, question);
  if (!answer) return std::unexpected(answer.error());
  if (!answer->is_good()) return std::unexpected(error_of(*answer, where));
  if (question.json && !answer->is_json && !answer->body.empty()) return std::unexpected(not_a_baton(*answer, where));
  return std::move(answer->body);
}

Result<std::string> answer_to(const Call& call) {
  const auto question = question_of(call);
  if (!question) return std::unexpected(question.error());
  const auto where = find_daemon(call);
  if (!where) return std::unexpected(where.error());
  return ask_well(*where, *question);
}

Result<void> confirm(const Call& call, const std::string& what) {
  if (call.has("--yes")) return {};
  if (::isatty(STDIN_FILENO) == 0) return fail(Errc::invalid, what + "? add --yes to do it without being asked");
  tell(fmt::format("{}? [y/N] ", printable(what)));
  std::string line;
  std::getline(std::cin, line);
  if (line == "y" || line == "Y" || line == "yes") return {};
  return fail(Errc::conflict, "nothing was done");
}

std::string shown_answer(const Call& call, const std::string& answer) {
  if (call.has("--json")) return printable_json(answer.empty() ? "{}" : answer) + "\n";
  if (says_nothing(answer)) return "done\n";
  const View& view = call.spec->view == nullptr ? all_members : *call.spec->view;
  return as_view(view, answer, standard_output(), SystemClock().now());
}

void show_answer(const Call& call, const std::string& answer) { show(shown_answer(call, answer)); }

bool rest(std::chrono::milliseconds time) { return wait_while_read(time) && !Interrupt::asked(); }

int watch(const Call& call, const std::function<Result<std::string>()>& draw) {
  const Interrupt interrupt;
  bool drawn = false;
  do {
    const auto text = draw();
    if (!text && !drawn) return complain(call.name(), text.error());
    drawn = true;
    const Screen screen = standard_output();
    if (screen.is_terminal()) show("\x1b[H\x1b[2J");
    show(first_lines(text ? *text : repeatable(text.error().detail) + "\n", screen));
  } while (hand_over() && rest(watch_interval));
  return done;
}

int show_or_watch(const Call& call, const std::function<Result<std::string>()>& draw) {
  if (call.has("--watch")) return watch(call, draw);
  const auto text = draw();
  if (!text) return complain(call.name(), text.error());
  show(*text);
  return done;
}

int ask_once(const Call& call) {
  const auto question = question_of(call);
  if (!question) return complain(call.name(), question.error());
  const auto where = find_daemon(call);
  if (!where) return complain(call.name(), where.error());
  if ((call.spec->extras & extra::confirmed) != 0) {
    const std::string what = fmt::format("{} {}", call.name(), call.one(call.spec->arguments.front().name));
    if (auto sure = confirm(call, what); !sure) return complain(call.name(), sure.error());
  }
  return show_or_watch(call, [&]() -> Result<std::string> {
    const auto answer = fetch_pages(call, *where, *question);
    if (!answer) return std::unexpected(answer.error());
    if (*answer == R"({"removed":false})") return nothing_removed(call);
    return shown_list(call, *answer);
  });
}

int ask_for_each(const Call& call) {
  const auto where = find_daemon(call);
  if (!where) return complain(call.name(), where.error());
  const std::string_view argument = call.spec->arguments.front().name;
  const auto named = call.all(argument);
  std::string items;
  int code = done;
  for (const auto& name : named) {
    Call one = call;
    one.values[std::string(argument)] = {name};
    const auto question = question_of(one);
    const auto answer = question ? ask_well(*where, *question) : std::unexpected(question.error());
    if (!answer) code = complain(call.name(), answer.error());
    if (answer) items += (items.empty() ? "" : ",") + *answer;
  }
  if (items.empty()) return code;
  show_answer(call, named.size() == 1 && call.has("--json") ? items : "{\"items\":[" + items + "]}");
  return code;
}

int run(const Call& call) {
  if (const auto named = check_names(call); !named) return complain(call.name(), named.error());
  return call.spec->act(call);
}

std::string paused_lanes(std::string_view answer) {
  if (text_at(answer, "all_paused") == "true") return "\nall lanes are paused; go on with: baton queue resume --all\n";
  std::string text;
  for (const auto lane : elements_of(value_at(answer, "paused").value_or("[]"))) {
    text += (text.empty() ? "\npaused: " : ", ") + printable(text_of(lane));
  }
  return text.empty() ? text : text + "\n";
}

}  // namespace baton::cli
