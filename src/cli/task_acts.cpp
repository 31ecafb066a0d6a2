#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <utility>

#include "baton/tasks.hpp"
#include "cli/acts.hpp"
#include "cli/complain.hpp"
#include "cli/json_walk.hpp"
#include "cli/pages.hpp"
#include "cli/remote.hpp"
#include "cli/screen.hpp"
#include "cli/span.hpp"
#include "cli/views.hpp"
#include "cli/wanted.hpp"
#include "cli/whereabouts.hpp"
#include "core/number.hpp"
#include "core/text_table.hpp"
#include "engine/phrases.hpp"

// Commands about tasks that are more than one request.

namespace baton::cli {

namespace {

using SteadyClock = std::chrono::steady_clock;
constexpr std::chrono::seconds longest_poll{30};
constexpr std::chrono::milliseconds until_asked_again{1000};

bool is_over(std::string_view task) {
  const auto status = value_of<TaskStatus>(text_at(task, "status"));
  return status && has_ended(*status);
}

int code_of_task(std::string_view task) {
  if (!is_over(task)) return exit_code::still_pending;
  return text_at(task, "status") == "completed" ? exit_code::done : exit_code::task_failed;
}

/// When to give up; for ever without --timeout.
Result<SteadyClock::time_point> giving_up(const Call& call) {
  if (!call.has("--timeout")) return SteadyClock::time_point::max();
  const auto span = parse_span(call.one("--timeout"));
  if (!span) return std::unexpected(span.error());
  return SteadyClock::now() + *span;
}

/// A daemon that was there and is away comes back, as one does that is started anew.
class Absence {
 public:
  Absence(const Call& call, Whereabouts where, bool heard) : call_(call), where_(std::move(where)), heard_(heard) {}

  const Whereabouts& where() const { return where_; }

  /// Whether it is time to ask again, instead of taking that for an answer.
  bool is_over_after(const Result<std::string>& answer, SteadyClock::time_point until) {
    const bool is_away = !answer && heard_ && answer.error().code == Errc::unavailable;
    heard_ = heard_ || answer;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - SteadyClock::now());
    if (!is_away || left <= left.zero()) return false;
    if (!std::exchange(told_, true)) {
      tell(fmt::format("baton {}: {} does not answer now; asking again until it does\n", call_.name(), where_.url()));
    }
    return rest(std::min(left, until_asked_again));
  }

 private:
  const Call& call_;
  Whereabouts where_;
  bool heard_;
  bool told_ = false;
};

/// The task when it has ended, or as it is at that time.
Result<std::string> await_end(Absence& absence, const std::string& task, SteadyClock::time_point until) {
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - SteadyClock::now());
    const auto poll = std::clamp<std::chrono::milliseconds>(left, std::chrono::milliseconds{0}, longest_poll);
    Question question{.target = "/v1/tasks/" + in_path(task)};
    set_in_query(question.target, "wait", fmt::format("{:.3f}", static_cast<double>(poll.count()) / 1000));
    auto answer = ask_well(absence.where(), question);
    if (absence.is_over_after(answer, until)) continue;
    if (!answer || is_over(*answer) || SteadyClock::now() >= until) return answer;
  }
}

/// The worst of the tasks' codes; a task that cannot be read is worse than any.
int await_all(const Call& call, Absence absence, const std::vector<std::string>& tasks) {
  const auto until = giving_up(call);
  if (!until) return complain(call.name(), until.error());
  std::string items;
  int code = done;
  for (const auto& task : tasks) {
    const auto answer = await_end(absence, task, *until);
    if (!answer) return complain(call.name(), answer.error());
    items += (items.empty() ? "" : ",") + *answer;
    if (code == done || code_of_task(*answer) == exit_code::task_failed) code = code_of_task(*answer);
  }
  const bool alone = tasks.size() == 1 && call.has("--json");
  Call shown = call;
  shown.spec = find_command("task", "wait");
  show_answer(shown, alone ? items : "{\"items\":[" + items + "]}");
  return code;
}

/// The tasks that --all means.
Result<std::vector<std::string>> chosen_tasks(const Call& call, const Whereabouts& where) {
  Question question{.target = "/v1/tasks"};
  set_in_query(question.target, "status", call.has("--status") ? call.one("--status") : "failed");
  for (const char* filter : {"--lane", "--kind"}) {
    if (call.has(filter)) set_in_query(question.target, std::string_view(filter).substr(2), call.one(filter));
  }
  Call listing = call;
  listing.spec = find_command("task", "list");
  const auto answer = fetch_pages(listing, where, question);
  if (!answer) return std::unexpected(answer.error());
  std::vector<std::string> tasks;
  for (const auto task : elements_of(value_at(*answer, "items").value_or("[]"))) tasks.push_back(text_at(task, "id"));
  return tasks;
}

constexpr std::chrono::milliseconds between_looks{500};
constexpr double longest_wait_for_result = 60;

/// Until when --wait lets wait; now, without it. invalid: nothing that a daemon would take.
Result<SteadyClock::time_point> waiting_until(const Call& call) {
  if (!call.has("--wait")) return SteadyClock::now();
  const std::string typed = call.one("--wait");
  double seconds = -1;
  const auto [end, error] = std::from_chars(typed.data(), typed.data() + typed.size(), seconds);
  const bool is_number = error == std::errc{} && end == typed.data() + typed.size();
  if (!is_number || !(seconds >= 0 && seconds <= longest_wait_for_result)) {
    return fail(Errc::invalid, fmt::format("--wait: `{}` is no number of seconds from 0 to 60", typed));
  }
  return SteadyClock::now() + std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

/// What an attempt handed over; empty: nothing yet.
Result<std::string> handed_over(const Call& call, const Whereabouts& where, const std::string& attempt,
                                std::chrono::milliseconds wait) {
  Call whole = call;
  whole.values["ATTEMPT"] = {attempt};
  whole.values["--wait"] = {fmt::format("{:.3f}", static_cast<double>(wait.count()) / 1000)};
  const auto question = question_of(whole);
  if (!question) return std::unexpected(question.error());
  auto answer = ask_well(where, *question);
  if (answer && !answer->empty()) return printable_json(value_at(*answer, "value").value_or("null"));
  return answer;
}

int show_value(const std::string& value) {
  show(value + "\n");
  return done;
}

int no_result_yet(std::string_view task, bool waited) {
  const std::string id = printable(text_at(task, "id"));
  std::string next = "wait for it with --wait SECONDS";
  if (waited) next = "see how far it is with `baton task show " + id + "`";
  if (number_at(task, "attempt") == 0) next = "nobody has begun the task; look with `baton task why " + id + "`";
  tell(fmt::format("baton result get: there is no result yet; {}\n", next));
  return exit_code::still_pending;
}

/// Of an attempt that nothing comes from any more: what the task ended with.
int show_own_result(const Call& call, std::string_view task, bool latest) {
  if (!latest) {
    return complain(call.name(), {.code = Errc::not_found,
                                  .detail = "that attempt is over, and it handed nothing over, or it has expired"});
  }
  if (const auto result = value_at(task, "result")) return show_value(printable_json(*result));
  if (text_at(task, "status") == "completed") {
    return complain(call.name(), {.code = Errc::not_found, .detail = "the task completed without a result"});
  }
  tell(fmt::format("baton result get: the task is {}, without a result; see `baton task show {}`\n",
                   printable(text_at(task, "status")), printable(text_at(task, "id"))));
  return exit_code::task_failed;
}

std::string described(std::string_view reason) {
  std::string text = "- " + printable(text_at(reason, "sentence")) + "\n";
  const std::string command = text_at(reason, "command");
  return command.empty() ? text : text + "  " + printable(command) + "\n";
}

}  // namespace

int submit_task(const Call& call) {
  if (const auto until = giving_up(call); !until) return complain(call.name(), until.error());
  const auto question = question_of(call);
  if (!question) return complain(call.name(), question.error());
  const auto where = find_daemon(call);
  if (!where) return complain(call.name(), where.error());
  const auto answer = ask_well(*where, *question);
  if (!answer) return complain(call.name(), answer.error());
  if (!call.has("--wait")) return show_answer(call, *answer), done;
  const std::string task = text_at(*answer, "id");
  // Whoever stops waiting has to be able to come back to it.
  tell(fmt::format("baton task submit: the task is {0}; `baton task wait {0}` waits for it again\n", task));
  return await_all(call, Absence(call, *where, true), {task});
}

int wait_for_tasks(const Call& call) {
  const auto where = find_daemon(call);
  if (!where) return complain(call.name(), where.error());
  return await_all(call, Absence(call, *where, false), call.all("TASK"));
}

int retry_tasks(const Call& call) {
  if (call.has("--all") == call.has("TASK")) {
    return complain(call.name(), {.code = Errc::invalid, .detail = "name tasks, or all of a status with --all"});
  }
  if (call.has("TASK")) return ask_for_each(call);
  const auto where = find_daemon(call);
  if (!where) return complain(call.name(), where.error());
  const auto tasks = chosen_tasks(call, *where);
  if (!tasks) return complain(call.name(), tasks.error());
  if (tasks->empty()) {
    show(call.has("--json") ? "{\"items\":[]}\n" : "no such tasks\n");
    return done;
  }
  const auto sure = confirm(call, "retry " + phrase::counted(tasks->size(), "task"));
  if (!sure) return complain(call.name(), sure.error());
  Call each = call;
  each.values["TASK"] = *tasks;
  return ask_for_each(each);
}

int explain_task(const Call& call) {
  const auto answer = answer_to(call);
  if (!answer) return complain(call.name(), answer.error());
  if (call.has("--json")) return show_answer(call, *answer), done;
  const auto reasons = elements_of(value_at(*answer, "reasons").value_or("[]"));
  std::string text = "the task is " + printable(text_at(*answer, "status")) + (reasons.empty() ? "\n" : ":\n");
  for (const auto reason : reasons) text += described(reason);
  show(text);
  return done;
}

int get_result(const Call& call) {
  const auto until = waiting_until(call);
  if (!until) return complain(call.name(), until.error());
  const auto where = find_daemon(call);
  if (!where) return complain(call.name(), where.error());
  for (;;) {
    const auto task = ask_well(*where, {.target = "/v1/tasks/" + in_path(call.one("TASK"))});
    if (!task) return complain(call.name(), task.error());
    const std::uint64_t latest = std::max<std::uint64_t>(number_at(*task, "attempt"), 1);
    const std::string attempt = call.has("ATTEMPT") ? call.one("ATTEMPT") : std::to_string(latest);
    const bool may_come = !is_over(*task) && leading_number(attempt) >= latest;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*until - SteadyClock::now());
    const auto wait = may_come ? std::clamp(left, left.zero(), between_looks) : left.zero();
    const auto value = handed_over(call, *where, attempt, wait);
    if (!value) return complain(call.name(), value.error());
    if (!value->empty()) return show_value(*value);
    if (!may_come) return show_own_result(call, *task, leading_number(attempt) >= latest);
    if (left <= left.zero()) return no_result_yet(*task, call.has("--wait"));
  }
}

int show_job(const Call& call) {
  if (!call.has("--wait") || call.has("--watch")) return ask_once(call);
  const auto answer = answer_to(call);
  if (!answer) return complain(call.name(), answer.error());
  show_answer(call, *answer);
  return code_of_task(value_at(*answer, "task").value_or("{}"));
}

int show_attention(const Call& call) {
  const auto question = question_of(call);
  if (!question) return complain(call.name(), question.error());
  const auto where = find_daemon(call);
  if (!where) return complain(call.name(), where.error());
  return show_or_watch(call, [&]() -> Result<std::string> {
    const auto answer = ask_well(*where, *question);
    if (!answer) return std::unexpected(answer.error());
    if (call.has("--json")) return shown_answer(call, *answer);
    return as_attention(*answer, standard_output(), SystemClock().now());
  });
}

}  // namespace baton::cli
