#include "support/model.hpp"

#include <algorithm>
#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>
#include <cstdio>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "core/codec.hpp"
#include "support/generator.hpp"

namespace baton::test {
namespace {

namespace asio = boost::asio;

/// Answers that are allowed to say something of the backend itself are reduced to what all must agree on.
Result<Reply> comparable(const Result<Reply>& outcome) {
  if (!outcome) return outcome;
  const auto* health = std::get_if<HealthReport>(&*outcome);
  if (health == nullptr) return outcome;
  HealthReport common;
  common.frozen = health->frozen;
  common.first = health->first;
  common.last = health->last;
  return Reply(common);
}

/// The first line in which two texts differ.
std::string first_difference(const std::string& left, const std::string& right) {
  const auto [at, other] = std::ranges::mismatch(left, right);
  const auto line = [](const std::string& text, std::string::const_iterator here) {
    const auto begin = static_cast<std::size_t>(here - text.begin());
    const std::size_t start = begin == 0 ? 0 : text.rfind('\n', begin - 1) + 1;
    return text.substr(start, text.find('\n', begin) - start);
  };
  return "\n  the model: " + line(left, at) + "\n  the store: " + line(right, other);
}

/// Both texts from a little before the place where they part.
std::string apart(const std::string& left, const std::string& right) {
  constexpr std::size_t before = 300;
  constexpr std::size_t shown = 1500;
  const auto [at, other] = std::ranges::mismatch(left, right);
  const auto parted = static_cast<std::size_t>(at - left.begin());
  const std::size_t start = std::max(left.size(), right.size()) < shown || parted < before ? 0 : parted - before;
  const auto part = [start](const std::string& text) {
    return (start > 0 ? "…" : "") + text.substr(std::min(start, text.size()), shown);
  };
  return "\n  the model: " + part(left) + "\n  the store: " + part(right);
}

/// Sweeps until nothing is due; the sum of the reports. What a bounded sweep leaves over depends on an order that two
/// stores do not have.
template <class Execute>
Result<Reply> sweep_out(Sweep verb, Time now, Execute execute) {
  verb.limit = Sweep{}.limit;
  SweepReport sum;
  do {
    const Result<Reply> outcome = execute(verb);
    if (!outcome) return outcome;
    add(sum, std::get<SweepReport>(*outcome));
    sum.next_due = std::get<SweepReport>(*outcome).next_due;
  } while (sum.next_due && *sum.next_due <= now);
  return Reply(sum);
}

void must(const Answer& answer) {
  if (!answer.outcome) throw std::runtime_error("refused: " + answer.outcome.error().detail);
}

}  // namespace

ModelStore::ModelStore(const Backend& backend) : backend_(backend) { open(); }

ModelStore::~ModelStore() { close(); }

void ModelStore::open() {
  auto store = backend_.open(directory_->path(), clock_);
  if (!store) throw std::runtime_error(backend_.name + " does not open: " + store.error().detail);
  port_ = store->port();
}

void ModelStore::close() {
  if (port_) port_->close();
  port_.reset();
}

void ModelStore::restart() {
  if (!backend_.restarts) return;
  close();
  open();
}

Answer ModelStore::call(Verb verb) {
  asio::io_context loop;
  auto answer = asio::co_spawn(loop, port_->execute(std::move(verb)), asio::use_future);
  loop.run();
  return answer.get();
}

Answer ModelStore::answer(Verb verb) {
  const auto* sweep = std::get_if<Sweep>(&verb);
  if (backend_.one_order || sweep == nullptr) return call(std::move(verb));
  return {.outcome = sweep_out(*sweep, clock_->now(), [this](const Sweep& again) { return call(again).outcome; }),
          .stamp = {}};
}

std::vector<std::string> ModelStore::export_rows() {
  std::vector<std::string> rows;
  Export request;
  do {
    const Answer answer = call(request);
    must(answer);
    const auto& page = std::get<ExportPage>(*answer.outcome);
    rows.insert(rows.end(), page.rows.begin(), page.rows.end());
    request.after = page.next;
  } while (!request.after.empty());
  return rows;
}

std::string ModelStore::export_text() {
  must(call(Freeze{.frozen = true}));
  std::string text;
  for (const std::string& row : export_rows()) text += row + "\n";
  must(call(Freeze{.frozen = false}));
  return text;
}

void ModelStore::move() {
  must(call(Freeze{.frozen = true}));
  const std::vector<std::string> rows = export_rows();
  close();
  directory_ = std::make_unique<TemporaryDirectory>();
  open();
  must(call(Freeze{.frozen = true}));
  for (std::size_t at = 0; at < rows.size(); at += limits::page) {
    const auto first = rows.begin() + static_cast<std::ptrdiff_t>(at);
    const auto last = rows.begin() + static_cast<std::ptrdiff_t>(std::min(at + limits::page, rows.size()));
    must(call(Import{.rows = {first, last}}));
  }
  must(call(Freeze{.frozen = false}));
}

std::optional<std::string> Oracle::contradiction(const Call& call, const Result<Reply>& answer) {
  now_ = call.now;
  const auto execute = [&](const Verb& verb) { return ledger_.execute(verb, call.now); };
  const auto* sweep = std::get_if<Sweep>(&call.verb);
  const Result<Reply> expected =
      one_order_ || sweep == nullptr ? execute(call.verb) : sweep_out(*sweep, call.now, execute);
  if (comparable(expected) == comparable(answer)) return std::nullopt;
  return describe(call.verb) + apart(describe(expected), describe(answer));
}

void Oracle::carry_out(const Call& call) {
  now_ = call.now;
  static_cast<void>(ledger_.execute(call.verb, call.now));
}

std::string Oracle::export_text() {
  std::string text;
  Export request;
  do {
    const auto page = std::get<ExportPage>(ledger_.execute(request, now_).value());
    for (const std::string& row : page.rows) text += row + "\n";
    request.after = page.next;
  } while (!request.after.empty());
  return text;
}

std::optional<std::string> Oracle::contradiction(const std::string& exported) {
  const std::string text = export_text();
  if (text == exported) return std::nullopt;
  return "what the stores hold" + first_difference(text, exported);
}

bool Oracle::holds(const Import& verb) {
  const std::string text = export_text();
  return std::ranges::all_of(verb.rows, [&text](const std::string& row) {
    return row == foreign_row || text.find(row + "\n") != std::string::npos;
  });
}

std::optional<Difference> replay(const Backend& backend, const History& history) {
  ModelStore store(backend);
  Oracle oracle(backend.one_order);
  for (std::size_t i = 0; i < history.size(); ++i) {
    if (std::holds_alternative<Restart>(history[i])) store.restart();
    if (std::holds_alternative<Move>(history[i])) store.move();
    const Call* call = std::get_if<Call>(&history[i]);
    if (call == nullptr) continue;
    // What was left out of the history may have made these rows: they would be nonsense here.
    if (const auto* import = std::get_if<Import>(&call->verb); import != nullptr && !oracle.holds(*import)) continue;
    store.clock().set(call->now);
    const Answer answer = store.answer(call->verb);
    if (auto found = oracle.contradiction(*call, answer.outcome)) return Difference{.index = i, .what = *found};
  }
  // What a shortened history left frozen cannot be compared otherwise.
  const Call thaw{.now = store.clock().now(), .verb = Freeze{.frozen = false}};
  if (auto found = oracle.contradiction(thaw, store.call(thaw.verb).outcome)) {
    return Difference{.index = history.size(), .what = *found};
  }
  if (auto found = oracle.contradiction(store.export_text()))
    return Difference{.index = history.size(), .what = *found};
  return std::nullopt;
}

namespace {

/// What the clients of a run share.
struct Arena {
  ModelStore& store;
  std::mutex mutex{};
  Sightings seen{};
  std::vector<Observed> calls{};
  std::atomic<std::uint64_t> acknowledged{0};
  std::atomic<std::size_t> left{0};  ///< calls of this round

  bool take_turn() {
    std::size_t now = left.load();
    while (now > 0 && !left.compare_exchange_weak(now, now - 1)) {
    }
    return now > 0;
  }

  Verb draw(Generator& client) {
    const std::lock_guard lock(mutex);
    store.clock().advance(client.tick());
    Verb verb = client.draw(store.clock().now());
    if (const auto valid = validate(verb); !valid) {
      throw std::logic_error("drew what is not valid: " + describe(verb) + ": " + valid.error().detail);
    }
    return verb;
  }

  void keep(Generator& client, Observed call) {
    const std::lock_guard lock(mutex);
    seen.learn(call.verb, call.answer.outcome);
    client.answered(call.verb, call.answer.outcome);
    acknowledged = std::max(acknowledged.load(), call.answer.stamp.step);
    calls.push_back(std::move(call));
  }
};

asio::awaitable<void> play(Arena* arena, Generator* client) {
  while (arena->take_turn() || client->in_the_middle()) {
    Verb verb = arena->draw(*client);
    const std::uint64_t acknowledged = arena->acknowledged;
    Answer answer = co_await arena->store.port().execute(verb);
    Observed call{.verb = std::move(verb), .answer = std::move(answer), .acknowledged = acknowledged};
    arena->keep(*client, std::move(call));
    // A store that answers at once would otherwise let one client run through.
    co_await asio::post(co_await asio::this_coro::executor, asio::use_awaitable);
  }
}

/// One call at a time, which is an order.
void play_in_turns(Arena& arena, std::vector<Generator>& clients) {
  for (bool played = true; played;) {
    played = false;
    for (Generator& client : clients) {
      if (!arena.take_turn() && !client.in_the_middle()) continue;
      Verb verb = arena.draw(client);
      const std::uint64_t acknowledged = arena.acknowledged;
      Answer answer = arena.store.answer(verb);
      answer.stamp = {.step = acknowledged + 1, .now = arena.store.clock().now()};
      arena.keep(client, {.verb = std::move(verb), .answer = std::move(answer), .acknowledged = acknowledged});
      played = true;
    }
  }
}

void play_round(Arena& arena, std::vector<Generator>& clients) {
  asio::io_context loop;
  std::vector<std::future<void>> playing;
  playing.reserve(clients.size());
  for (Generator& client : clients) playing.push_back(asio::co_spawn(loop, play(&arena, &client), asio::use_future));
  {
    const std::jthread second([&loop] { loop.run(); });
    loop.run();
  }
  for (auto& client : playing) client.get();
}

/// What a reply tells about how far the histories get.
struct Noticing {
  ModelRun& run;

  template <class T>
  void operator()(const T&) const {}
  void operator()(const SweepReport& report) const { add(run.swept, report); }
  void operator()(const LogPage& page) const {
    for (const Event& event : page.events) run.events.insert(event.type);
  }
  void operator()(const std::vector<Delivery>& deliveries) const {
    for (const Delivery& delivery : deliveries) run.events.insert(delivery.event.type);
  }
};

void count(ModelRun& run, const Observed& call) {
  const auto& outcome = call.answer.outcome;
  const std::string code(outcome ? "ok" : to_text(outcome.error().code));
  ++run.tally[std::string(name_of(call.verb))][code];
  ++run.calls;
  if (!outcome) return;
  ++run.succeeded;
  std::visit(Noticing{.run = run}, *outcome);
}

/// Takes the calls of a round into the history, up to one that differs.
std::optional<std::string> judge(ModelRun& run, Oracle& oracle, std::vector<Observed>& calls) {
  auto disorder = put_in_order(calls);
  for (Observed& observed : calls) {
    if (!observed.unheard) count(run, observed);
    Call call{.now = observed.answer.stamp.now, .verb = std::move(observed.verb)};
    std::optional<std::string> found;
    if (observed.unheard) {
      oracle.carry_out(call);
    } else {
      found = oracle.contradiction(call, observed.answer.outcome);
    }
    run.history.emplace_back(std::move(call));
    if (found) return found;
  }
  return disorder;
}

/// Leaves out what was never answered, and puts in what was carried out unheard.
void account_for_lost_answers(std::vector<Observed>& calls, const std::vector<Call>& steps, std::uint64_t before) {
  std::erase_if(calls, [](const Observed& call) { return !call.answer.outcome && call.answer.stamp.step == 0; });
  std::set<std::uint64_t> heard;
  for (const Observed& call : calls) {
    if (!is_read_only(call.verb)) heard.insert(call.answer.stamp.step);
  }
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::uint64_t step = before + i + 1;
    if (heard.contains(step)) continue;
    Answer lost{.outcome = fail(Errc::unavailable, "the answer was lost"),
                .stamp = {.step = step, .now = steps[i].now}};
    calls.push_back({.verb = steps[i].verb, .answer = std::move(lost), .unheard = true});
  }
}

}  // namespace

ModelRun run_model(const Backend& backend, const ModelPlan& plan) {
  ModelRun run;
  Chance chance(plan.seed);
  ModelStore store(backend);
  Oracle oracle(backend.one_order);
  Arena arena{.store = store};
  std::vector<Generator> clients;
  clients.reserve(plan.clients);
  for (std::size_t i = 0; i < plan.clients; ++i) clients.emplace_back(plan.seed * 1000 + i, arena.seen);
  while (run.calls < plan.calls) {
    arena.left = std::min(plan.calls - run.calls, chance.between(100, 2000));
    arena.acknowledged = 0;
    const std::uint64_t before = backend.trace ? store.trace(0).size() : 0;
    {
      const std::shared_ptr<void> trouble = backend.trouble ? backend.trouble(chance.between(0, 1'000'000)) : nullptr;
      backend.one_order ? play_round(arena, clients) : play_in_turns(arena, clients);
    }
    if (backend.trace) {
      account_for_lost_answers(arena.calls, store.trace(before), before);
      run.unheard += static_cast<std::size_t>(std::ranges::count_if(arena.calls, &Observed::unheard));
    }
    auto found = judge(run, oracle, arena.calls);
    if (found) {
      run.difference = Difference{.index = run.history.size() - 1, .what = *found};
      return run;
    }
    arena.calls.clear();
    if (found = oracle.contradiction(store.export_text()); found) {
      run.difference = Difference{.index = run.history.size(), .what = *found};
      return run;
    }
    if (chance.percent(30)) {
      run.history.emplace_back(Move{});
      store.move();
    } else {
      run.history.emplace_back(Restart{});
      store.restart();
    }
  }
  return run;
}

void add(SweepReport& sum, const SweepReport& more) {
  for (const auto member :
       {&SweepReport::agents_crashed, &SweepReport::locks_expired, &SweepReport::sessions_ended,
        &SweepReport::deadlines_passed, &SweepReport::tasks_due, &SweepReport::dependants_resolved,
        &SweepReport::correlations_timed_out, &SweepReport::dead_letters, &SweepReport::results_expired,
        &SweepReport::records_expired, &SweepReport::correlations_expired, &SweepReport::keys_expired,
        &SweepReport::tasks_forgotten, &SweepReport::events_trimmed, &SweepReport::events_dropped}) {
    sum.*member += more.*member;
  }
}

std::string to_table(const Tally& tally) {
  std::map<std::string, std::size_t> columns;
  for (const auto& [verb, outcomes] : tally) {
    for (const auto& [code, times] : outcomes) columns[code] += times;
  }
  const auto cell = [](const std::string& text) {
    return std::string(13 - std::min<std::size_t>(12, text.size()), ' ') + text;
  };
  std::string text = std::string(20, ' ');
  for (const auto& [code, times] : columns) text += cell(code);
  for (const auto& [verb, outcomes] : tally) {
    text += "\n" + verb + std::string(20 - std::min<std::size_t>(20, verb.size()), ' ');
    for (const auto& [code, times] : columns) {
      const auto found = outcomes.find(code);
      text += cell(found == outcomes.end() ? "." : std::to_string(found->second));
    }
  }
  return text + "\n";
}

}  // namespace baton::test
