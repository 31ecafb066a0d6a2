#include <fmt/format.h>

#include "cli/acts.hpp"
#include "cli/complain.hpp"
#include "cli/event_source.hpp"
#include "cli/interrupt.hpp"
#include "cli/json_walk.hpp"
#include "cli/pages.hpp"
#include "cli/remote.hpp"
#include "cli/screen.hpp"
#include "cli/views.hpp"
#include "cli/wanted.hpp"
#include "cli/whereabouts.hpp"
#include "core/number.hpp"

namespace baton::cli {

namespace {

constexpr std::chrono::milliseconds poll_interval{300};
constexpr std::chrono::milliseconds retry_interval{1000};
constexpr std::uint64_t latest_by_default = 10;

/// What the daemon's list has no filter for.
bool is_wanted(const Call& call, std::string_view event) {
  return !call.has("--correlation") || text_at(event, "payload.correlation") == call.one("--correlation");
}

/// An event a line: as JSON, or with the columns of the table but without its width. false: nobody reads them any more.
bool print_events(const Call& call, const std::vector<std::string_view>& events) {
  for (const auto event : events) {
    if (!is_wanted(call, event)) continue;
    if (call.has("--json")) {
      show(printable_json(event) + "\n");
      continue;
    }
    std::string line = fmt::format("{:>8}  {}  {}", number_at(event, "position"), text_at(event, "at").substr(0, 23),
                                   padded(text_at(event, "event_type"), 16));
    for (const char* member : {"task_id", "agent_id"}) {
      if (const std::string text = text_at(event, member); !text.empty()) line += "  " + text;
    }
    const auto payload = value_at(event, "payload").value_or("{}");
    if (payload != "{}") line += "  " + std::string(payload);
    show(shortened(printable(line), standard_output().columns) + "\n");
  }
  return hand_over();
}

/// Shows what comes after that position, `left` events at most.
int follow(const Call& call, const Whereabouts& where, const Question& question, std::uint64_t after,
           std::size_t left) {
  const Interrupt interrupt;
  const auto ended = follow_events(where, question, after, [&](std::vector<std::string_view> events) {
    if (events.size() > left) events.resize(left);
    left -= events.size();
    return print_events(call, events) && left > 0 && !Interrupt::asked();
  });
  return ended ? done : complain(call.name(), ended.error());
}

/// The last events that the filters let through, and how far the log was read.
struct Latest {
  std::vector<std::string> events;
  std::uint64_t position = 0;
};

/// Looks back from the end of the log, further each time, until there are enough.
Result<Latest> latest_events(const Call& call, const Whereabouts& where, Question question, std::size_t wanted) {
  const auto health = ask_well(where, {.target = "/v1/health"});
  if (!health) return std::unexpected(health.error());
  const std::uint64_t last = number_at(*health, "last");
  const std::uint64_t first = number_at(*health, "first");
  for (std::uint64_t back = std::max<std::uint64_t>(wanted, 1);; back *= 10) {
    Latest latest{.events = {}, .position = last > back ? last - back : 0};
    const bool everything = latest.position < std::max<std::uint64_t>(first, 1);
    while (latest.position < last) {
      set_in_query(question.target, "after", std::to_string(latest.position));
      set_in_query(question.target, "limit", "1000");
      const auto answer = ask_well(where, question);
      if (!answer) return std::unexpected(answer.error());
      for (const auto event : elements_of(value_at(*answer, "events").value_or("[]"))) {
        if (is_wanted(call, event)) latest.events.emplace_back(event);
      }
      latest.position = std::max(latest.position + 1, number_at(*answer, "next"));
    }
    if (latest.events.size() < wanted && !everything && back < 100'000) continue;
    if (latest.events.size() > wanted)
      latest.events.erase(latest.events.begin(), latest.events.end() - static_cast<std::ptrdiff_t>(wanted));
    return latest;
  }
}

/// Whether the log was refused because it ends before that position, which is then its end.
bool go_back_to_end(const Whereabouts& where, const Error& refusal, std::uint64_t& after) {
  if (refusal.code != Errc::invalid) return false;
  const auto health = ask_well(where, {.target = "/v1/health"});
  const std::uint64_t last = health ? number_at(*health, "last") : after;
  if (last >= after) return false;
  tell(fmt::format("baton: the log reached {} and now ends at {}, as after a restore; going on from there\n", after,
                   last));
  after = last;
  return true;
}

}  // namespace

Result<void> follow_events(const Whereabouts& where, Question question, std::uint64_t after,
                           const std::function<bool(const std::vector<std::string_view>& events)>& on_events) {
  bool heard = false;
  for (;;) {
    set_in_query(question.target, "after", std::to_string(after));
    set_in_query(question.target, "limit", "1000");
    const auto answer = ask_well(where, question);
    if (!answer && heard && go_back_to_end(where, answer.error(), after)) continue;
    // A daemon that is away comes back; one that was never there, or refuses, does not.
    if (!answer && (!heard || answer.error().code != Errc::unavailable)) return std::unexpected(answer.error());
    bool at_end = true;
    if (answer) {
      heard = true;
      const auto events = elements_of(value_at(*answer, "events").value_or("[]"));
      if (!events.empty() && !on_events(events)) return {};
      after = std::max(after, number_at(*answer, "next"));
      at_end = after >= number_at(*answer, "last");
    }
    if (at_end && !rest(answer ? poll_interval : retry_interval)) return {};
    if (Interrupt::asked()) return {};
  }
}

int list_events(const Call& call) {
  if (!call.has("--follow")) return ask_once(call);
  const auto question = question_of(call);
  if (!question) return complain(call.name(), question.error());
  const auto most = limit_of(call);
  if (!most) return complain(call.name(), most.error());
  const auto where = find_daemon(call);
  if (!where) return complain(call.name(), where.error());
  return follow(call, *where, *question, leading_number(call.one("--after")), *most);
}

int tail_events(const Call& call) {
  if (call.has("--correlation")) {
    if (const auto id = CorrelationId::parse(call.one("--correlation")); !id) return complain(call.name(), id.error());
  }
  const auto wanted = call.has("--last") ? whole_number("--last", call.one("--last")) : latest_by_default;
  if (!wanted) return complain(call.name(), wanted.error());
  const auto question = question_of(call);
  if (!question) return complain(call.name(), question.error());
  const auto where = find_daemon(call);
  if (!where) return complain(call.name(), where.error());
  const auto latest = latest_events(call, *where, *question, *wanted);
  if (!latest) return complain(call.name(), latest.error());
  const bool is_read = print_events(call, {latest->events.begin(), latest->events.end()});
  if (!is_read || !call.has("--follow")) return done;
  return follow(call, *where, *question, latest->position, without_limit);
}

}  // namespace baton::cli
