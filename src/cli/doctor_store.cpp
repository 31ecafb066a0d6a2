#include <fmt/format.h>

#include <optional>

#include "baton/blocking.hpp"
#include "baton/open.hpp"
#include "cli/doctor.hpp"
#include "cli/json_walk.hpp"
#include "cli/remote.hpp"
#include "cli/span.hpp"
#include "cli/whereabouts.hpp"
#include "core/codec.hpp"
#include "store/composed.hpp"
#include "store/tools.hpp"

// How the store is: asked of the daemon that has it, or looked at ourselves.

namespace baton::cli {

namespace {

constexpr std::chrono::seconds tolerable_skew{2};

Checkup check_durability(const HealthReport& health) {
  if (health.durable) return {"durability", Diagnosis::ok, health.durability};
  return {"durability", Diagnosis::warning, fmt::format("an acknowledged write may be lost: {}", health.durability),
          health.backend == "memory" ? "name a store that stays with --store sqlite:state.db"
                                     : "change the server's settings as docs/" + health.backend + ".md says"};
}

Checkup check_clock(const HealthReport& health, Time before, Time after) {
  const Duration skew = health.now < before ? before - health.now : health.now - after;
  if (skew <= tolerable_skew) return {"clock", Diagnosis::ok, "this machine and the store agree"};
  return {"clock", Diagnosis::warning,
          fmt::format("the store is {} {}", brief_span(skew), health.now < before ? "behind" : "ahead"),
          "synchronise both clocks (NTP); leases follow the store's, schedules are written by callers"};
}

Checkup check_state(const HealthReport& health) {
  if (health.frozen) {
    return {"store", Diagnosis::wrong, "it is frozen: every write is refused",
            "let it go on with `baton store thaw STORE`"};
  }
  if (health.degraded) {
    return {"store", Diagnosis::wrong, "the ephemeral store is down: results are not kept",
            "start it; it heals by itself"};
  }
  return {"store", Diagnosis::ok, fmt::format("{} {} answers", health.backend, health.version)};
}

void add_health(Checkups& checkups, const HealthReport& health, Time before, Time after) {
  checkups.push_back(check_state(health));
  checkups.push_back(check_durability(health));
  checkups.push_back(check_clock(health, before, after));
  for (const auto& note : health.notes) checkups.push_back({"note", Diagnosis::warning, note, "see docs/stores.md"});
}

Checkup check_daemon_version(const Whereabouts& where) {
  const auto document = ask_well(where, {.target = "/openapi.json"});
  const std::string version = document ? text_at(*document, "info.version") : "";
  if (version == BATON_VERSION) return {"versions", Diagnosis::ok, fmt::format("program and daemon are {}", version)};
  if (version.empty()) return {"versions", Diagnosis::skipped, "the daemon does not tell its version"};
  return {"versions", Diagnosis::warning, fmt::format("this program is {}, the daemon is {}", BATON_VERSION, version),
          "restart the daemon with this program, or use the daemon's"};
}

/// What has become of the daemon's writes of late; nothing: it does not tell, or its store is frozen, which is told already.
std::optional<Checkup> check_writes(const Whereabouts& where) {
  const auto answer = ask(where, {.target = "/readyz?verbose"});
  if (!answer) return std::nullopt;
  for (const auto check : elements_of(value_at(answer->body, "checks").value_or("[]"))) {
    if (text_at(check, "name") != "writes") continue;
    const std::string state = text_at(check, "state");
    if (state == "ok") return Checkup{"writes", Diagnosis::ok, "what is written is kept"};
    if (state == "failing") {
      return Checkup{"writes", Diagnosis::wrong, "they fail: the store does not keep what is written",
                     "free space on the disk of the store, or look at its server; the daemon's log says more"};
    }
  }
  return std::nullopt;
}

Checkups ask_daemon(const Call& call, const Chosen& settings) {
  const auto where = find_daemon(call, settings);
  if (!where) return {wrong("store", where.error())};
  const Time before = SystemClock().now();
  const auto answer = ask_well(*where, {.target = "/v1/health"});
  if (!answer) return {wrong("store", answer.error())};
  const auto health = decode<HealthReport>(Json::trusted(*answer));
  if (!health) return {{"store", Diagnosis::wrong, health.error().detail, "use the daemon's own program"}};
  Checkups checkups;
  add_health(checkups, *health, before, SystemClock().now());
  if (auto writes = check_writes(*where)) checkups.push_back(*std::move(writes));
  checkups.push_back(check_daemon_version(*where));
  return checkups;
}

Checkup check_damaged(const Error& error) {
  Checkup checkup = wrong("store", error);
  checkup.fix =
      "start `baton serve`: it salvages what can be read and sets the damaged file aside; or name another with --store";
  return checkup;
}

/// What the store is written in. Without a word about versions, it is the store itself that is wrong.
Checkup check_schema(const std::string& url, const StoreOptions& options) {
  const auto schema = migrate_store(url, options, true);
  if (!schema && schema.error().code == Errc::corrupt) return check_damaged(schema.error());
  const bool too_new = !schema && schema.error().code == Errc::invalid && schema.error().detail.contains("program");
  if (!schema) return wrong(too_new ? "versions" : "store", schema.error());
  if (schema->from == schema->to) {
    return {"versions", Diagnosis::ok, fmt::format("program {}, schema {}", BATON_VERSION, schema->to)};
  }
  return {"versions", Diagnosis::warning,
          fmt::format("the schema is {}, this program's is {}", schema->from, schema->to),
          "the next `baton serve` brings it up to date, or `baton store migrate STORE` does"};
}

/// Of a store that is not there.
Checkup check_place_of(std::string name, const std::string& url) {
  if (const auto place = check_place(url); !place) return wrong(std::move(name), place.error());
  return {std::move(name), Diagnosis::ok, "it is not there yet; the first start makes it"};
}

/// Nobody serves it, so it can be opened; but nothing is made that is not there.
Checkups open_and_look(const Chosen& settings) {
  const std::string& url = settings.one("store");
  const StoreOptions options{.name_space = settings.one("namespace")};
  if (!check_there(url)) {
    return {check_place_of("store", url), {"versions", Diagnosis::ok, fmt::format("program {}", BATON_VERSION)}};
  }
  // Opening would set a damaged file aside; a doctor leaves it where it is.
  Checkups checkups{check_schema(url, options)};
  if (checkups.front().diagnosis != Diagnosis::ok) return checkups;
  auto store = open_store(url, options);
  if (!store) return {std::move(checkups.front()), wrong("store", store.error())};
  const Time before = SystemClock().now();
  const auto health = BlockingStore(*store).call(Health{});
  if (health) add_health(checkups, *health, before, SystemClock().now());
  if (!health) checkups.push_back(wrong("store", health.error()));
  store->port()->close();
  return checkups;
}

/// Before it is opened, for the same reason.
Checkup check_ephemeral_file(const std::string& url) {
  if (!url.starts_with("sqlite:")) return {"ephemeral", Diagnosis::ok, "it is no file"};
  Checkup checkup = check_schema(url, {});
  checkup.name = "ephemeral";
  return checkup;
}

/// Beside a store in memory, opened as the daemon would: it starts without an ephemeral store that is down.
Checkup check_ephemeral(const Chosen& settings) {
  const std::string& url = settings.one("ephemeral");
  if (!check_there(url)) return check_place_of("ephemeral", url);
  if (Checkup file = check_ephemeral_file(url); file.diagnosis != Diagnosis::ok) return file;
  std::optional<Error> down;
  auto store = open_composed("memory:", url, {.name_space = settings.one("namespace")},
                             {.on_down = [&down](const Error& error) { down = error; }});
  if (!store) return wrong("ephemeral", store.error());
  const auto health = BlockingStore(*store).call(Health{});
  store->port()->close();
  if (down) return wrong("ephemeral", *down);
  if (!health || health->degraded) return {"ephemeral", Diagnosis::wrong, "it does not answer", "start it"};
  return {"ephemeral", Diagnosis::ok, "it answers"};
}

}  // namespace

Checkups check_store(const Listener& listener, const Call& call, const Chosen& settings) {
  if (listener.who == Listener::Who::baton) return ask_daemon(call, settings);
  Checkups checkups = open_and_look(settings);
  if (settings.is_set("ephemeral")) checkups.push_back(check_ephemeral(settings));
  return checkups;
}

}  // namespace baton::cli
