#include "cli/bench_subject.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <ctime>
#include <exception>
#include <span>

namespace baton::cli {

namespace {

namespace asio = boost::asio;
using SteadyClock = std::chrono::steady_clock;

Settle settle_of(const Result<Reply>& claimed, const Claim& claim) {
  Settle settle{.fence = {.agent = claim.agent, .incarnation = claim.incarnation, .task = {}, .attempt = {}}};
  if (!claimed) return settle;
  if (const auto& grant = std::get<std::optional<Grant>>(*claimed)) settle.fence = grant->fence;
  settle.body = Json::trusted(R"({"answer":"done"})");
  return settle;
}

/// Of all threads of this process: a store may have some.
std::chrono::nanoseconds cpu_time() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

void rethrow(const std::exception_ptr& error) {
  if (error) std::rethrow_exception(error);
}

/// The state that the callers of one run share; they all run on one thread.
struct Shared {
  std::shared_ptr<Port> port;
  Replay replay;
  std::size_t next = 0;
};

awaitable<Result<Reply>> ask(Shared* shared, Verb verb, std::size_t slot) {
  const auto start = SteadyClock::now();
  Result<Reply> outcome;
  if (auto valid = validate(verb); !valid) {
    outcome = std::unexpected(std::move(valid.error()));
  } else {
    Answer answer = co_await shared->port->execute(std::move(verb));
    outcome = std::move(answer.outcome);
  }
  shared->replay.took[slot] = SteadyClock::now() - start;
  co_return outcome;
}

awaitable<void> call_verbs(Shared* shared, const std::vector<Verb>* verbs) {
  while (shared->next < verbs->size()) {
    const std::size_t at = shared->next++;
    shared->replay.answers[at] = co_await ask(shared, (*verbs)[at], at);
  }
}

awaitable<void> take_turns(Shared* shared, const std::vector<Turn>* turns) {
  while (shared->next < turns->size()) {
    const std::size_t at = shared->next++;
    const Turn& turn = (*turns)[at];
    Submit submit;
    submit.tasks.push_back(turn.task);
    shared->replay.answers[3 * at] = co_await ask(shared, std::move(submit), 3 * at);
    shared->replay.answers[3 * at + 1] = co_await ask(shared, turn.claim, 3 * at + 1);
    Settle settle = settle_of(shared->replay.answers[3 * at + 1], turn.claim);
    shared->replay.answers[3 * at + 2] = co_await ask(shared, std::move(settle), 3 * at + 2);
  }
}

class StoreSubject final : public Subject {
 public:
  explicit StoreSubject(Store store) : store_(std::move(store)) {}

  bool is_pipelined() const override { return true; }

  Replay run(const std::vector<Verb>& verbs, std::size_t callers) override {
    return measure(verbs.size(), callers, [&verbs](Shared* shared) { return call_verbs(shared, &verbs); });
  }
  Replay run_turns(const std::vector<Turn>& turns, std::size_t callers) override {
    return measure(3 * turns.size(), callers, [&turns](Shared* shared) { return take_turns(shared, &turns); });
  }

 private:
  template <class Start>
  Replay measure(std::size_t slots, std::size_t callers, Start start) {
    asio::io_context loop(1);
    Shared shared{.port = store_.port(), .replay = {.answers = {}, .took = {}}};
    shared.replay.answers.resize(slots);
    shared.replay.took.resize(slots);
    for (std::size_t i = 0; i < callers; ++i) asio::co_spawn(loop, start(&shared), rethrow);
    const auto from = SteadyClock::now();
    const auto cpu_from = cpu_time();
    loop.run();
    shared.replay.cpu = cpu_time() - cpu_from;
    shared.replay.elapsed = SteadyClock::now() - from;
    return std::move(shared.replay);
  }

  Store store_;
};

class RawSubject final : public Subject {
 public:
  explicit RawSubject(std::unique_ptr<RawEngine> engine) : engine_(std::move(engine)) {}

  bool is_pipelined() const override { return engine_->is_pipelined(); }

  Replay run(const std::vector<Verb>& verbs, std::size_t callers) override { return engine_->run(verbs, callers); }

  /// As many turns side by side as there are callers.
  Replay run_turns(const std::vector<Turn>& turns, std::size_t callers) override {
    Replay all;
    for (std::size_t at = 0; at < turns.size(); at += callers) {
      const auto some = std::span(turns).subspan(at, std::min(callers, turns.size() - at));
      std::vector<Verb> submits;
      std::vector<Verb> claims;
      submits.reserve(some.size());
      claims.reserve(some.size());
      for (const Turn& turn : some) {
        submits.emplace_back(Submit{.tasks = {turn.task}});
        claims.emplace_back(turn.claim);
      }
      add(all, engine_->run(submits, callers));
      const Replay claimed = engine_->run(claims, callers);
      std::vector<Verb> settles;
      settles.reserve(some.size());
      for (std::size_t i = 0; i < some.size(); ++i) settles.emplace_back(settle_of(claimed.answers[i], some[i].claim));
      add(all, claimed);
      add(all, engine_->run(settles, callers));
    }
    return all;
  }

 private:
  static void add(Replay& all, const Replay& some) {
    all.took.insert(all.took.end(), some.took.begin(), some.took.end());
    all.answers.insert(all.answers.end(), some.answers.begin(), some.answers.end());
    all.elapsed += some.elapsed;
  }

  std::unique_ptr<RawEngine> engine_;
};

}  // namespace

std::unique_ptr<Subject> measure_store(Store store) { return std::make_unique<StoreSubject>(std::move(store)); }

std::unique_ptr<Subject> measure_raw(std::unique_ptr<RawEngine> engine) {
  return std::make_unique<RawSubject>(std::move(engine));
}

}  // namespace baton::cli
