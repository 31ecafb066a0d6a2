#include <fmt/format.h>

#include "baton/ids.hpp"
#include "cli/acts.hpp"
#include "cli/complain.hpp"
#include "cli/json_walk.hpp"
#include "cli/remote.hpp"
#include "cli/wanted.hpp"
#include "cli/whereabouts.hpp"
#include "core/writer.hpp"

// Commands that look before they ask, or ask several times.

namespace baton::cli {

namespace {

/// States change while somebody types; after a few rounds it is for a person to look.
constexpr int most_tries = 5;

int refuse(const Call& call, const Error& error) { return complain(call.name(), error); }

Result<std::string> drain_once(const Whereabouts& where, const std::string& path) {
  const auto agent = ask_well(where, {.target = path});
  if (!agent) return agent;
  const std::string state = text_at(*agent, "state");
  if (state == "draining") return agent;
  if (state == "crashed") {
    const std::string name = text_at(*agent, "id");
    return fail(Errc::conflict, fmt::format("agent {0} has crashed and is given no task; remove it with `baton agent "
                                            "remove {0}`, or let it register again",
                                            name));
  }
  const std::string body = ObjectWriter().text("expected", state).text("event", "drain").json().text();
  return ask_well(where, {.method = "POST", .target = path + "/transition", .body = body});
}

}  // namespace

int drain_agent(const Call& call) {
  const auto where = find_daemon(call);
  if (!where) return refuse(call, where.error());
  const std::string path = "/v1/agents/" + in_path(call.one("AGENT"));
  auto answer = drain_once(*where, path);
  for (int i = 1; i < most_tries && !answer && answer.error().code == Errc::conflict; ++i) {
    answer = drain_once(*where, path);
  }
  if (!answer) return refuse(call, answer.error());
  show_answer(call, *answer);
  return done;
}

int release_lock(const Call& call) {
  const auto where = find_daemon(call);
  if (!where) return refuse(call, where.error());
  const std::string path = "/v1/locks/" + in_path(call.one("LOCK"));
  const auto lock = ask_well(*where, {.target = path});
  if (!lock) return refuse(call, lock.error());
  const auto sure =
      confirm(call, fmt::format("free the lock {}, held by {}", call.one("LOCK"), text_at(*lock, "owner")));
  if (!sure) return refuse(call, sure.error());
  const std::string body =
      ObjectWriter().text("owner", text_at(*lock, "owner")).number("token", number_at(*lock, "token")).json().text();
  const auto answer = ask_well(*where, {.method = "POST", .target = path + "/release", .body = body});
  if (!answer) return refuse(call, answer.error());
  show_answer(call, *answer);
  return done;
}

int get_decision(const Call& call) {
  const auto question = question_of(call);
  if (!question) return refuse(call, question.error());
  const auto where = find_daemon(call);
  if (!where) return refuse(call, where.error());
  const auto answer = ask_well(*where, *question);
  if (answer) return show_answer(call, *answer), done;
  if (answer.error().code != Errc::not_found) return refuse(call, answer.error());
  const auto open = ask_well(*where, {.target = "/v1/correlations/" + in_path(call.one("ID"))});
  if (!open) return refuse(call, open.error());
  refuse(call, answer.error());
  return exit_code::still_pending;
}

int say(const Call& call) {
  if (call.has("TEXT") == call.has("--json-body")) {
    return refuse(call, {.code = Errc::invalid, .detail = "say a TEXT, or any JSON with --json-body"});
  }
  Call whole = call;
  // A message is recognised by its id, so that a lost answer does not say it twice.
  if (!call.has("--id")) whole.values["--id"] = {make_unique_text()};
  return ask_once(whole);
}

}  // namespace baton::cli
