#include "cli/bench.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "baton/open.hpp"
#include "cli/bench_memory.hpp"
#include "cli/bench_report.hpp"
#include "cli/bench_supervisor.hpp"
#include "cli/bench_workload.hpp"
#include "cli/complain.hpp"
#include "cli/interrupt.hpp"

namespace baton::cli {

namespace {

/// Enough for a steady rate; few where each verb waits for a disk of its own.
constexpr std::size_t long_round = 2000;
constexpr std::size_t short_round = 200;

std::size_t round_size(std::size_t callers, const Workload& load, const BenchOptions& options) {
  return std::min(load.is_pipelined() && callers > 1 ? long_round : short_round, options.agents);
}

constexpr std::string_view benching = "bench";

/// The place where new datasets are made and removed again: files in a folder of their own, or namespaces.
class Scratch {
 public:
  explicit Scratch(const std::string& url) : store_(url), raw_(url) {
    constexpr std::string_view sqlite = "sqlite:";
    if (!url.starts_with(sqlite)) return;
    const std::filesystem::path file(url.substr(sqlite.size()));
    std::string pattern = (file.parent_path() / "baton-bench-XXXXXX").string();
    const bool made = mkdtemp(pattern.data()) != nullptr;
    if (made) folder_ = pattern;
    store_ = made ? fmt::format("sqlite:{}/store.db", folder_) : "";
    raw_ = fmt::format("sqlite:{}/raw.db", folder_);
  }
  ~Scratch() {
    std::error_code ignored;
    if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
    for (const StoreOptions& options : opened_) {
      if (const auto erased = erase_namespace(store_, options); !erased) complain(benching, erased.error());
    }
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  bool is_usable() const { return !store_.empty(); }
  Result<Store> open_ours() { return noted(open_store(store_, options_for("store")), "store"); }
  Result<std::unique_ptr<RawEngine>> open_beside() { return noted(open_raw(raw_, options_for("raw")), "raw"); }

 private:
  static StoreOptions options_for(std::string_view which) {
    return {.name_space = fmt::format("bench-{}-{}", which, getpid())};
  }
  /// Only what was opened can be erased.
  template <class Opened>
  Opened noted(Opened opened, std::string_view which) {
    if (opened) opened_.push_back(options_for(which));
    return opened;
  }

  std::string folder_;
  std::string store_;
  std::string raw_;
  std::vector<StoreOptions> opened_;
};

/// The store and, beside it, the raw engine on an equal dataset; rounds alternate between the two, so that what else
/// the machine does meets both.
class Pair {
 public:
  Result<void> open(Scratch& scratch, const BenchOptions& options) {
    auto store = scratch.open_ours();
    if (!store) return std::unexpected(store.error());
    store_ = *store;
    ours_ = measure_store(*std::move(store));
    if (auto ready = prepare(*ours_, ours_load_, options); !ready) return ready;
    if (!options.raw) return {};
    auto engine = scratch.open_beside();
    if (!engine) return std::unexpected(engine.error());
    raw_ = measure_raw(*std::move(engine));
    return prepare(*raw_, raw_load_, options);
  }

  const Store& store() const { return *store_; }

  template <class Round>
  void measure(const BenchOptions& options, const Tally& watched, Round round) {
    const std::chrono::duration<double> seconds(options.seconds);
    std::size_t rounds = 0;
    const auto is_over = [&] {
      return Interrupt::asked() || (options.rounds > 0 ? rounds >= options.rounds : watched.elapsed() >= seconds);
    };
    do {
      round(*ours_load_, true);
      if (raw_load_) round(*raw_load_, false);
      ++rounds;
    } while (!is_over());
  }

 private:
  static Result<void> prepare(Subject& subject, std::optional<Workload>& load, const BenchOptions& options) {
    load.emplace(subject, options.lanes);
    return load->prepare(options.fill, options.agents);
  }

  std::optional<Store> store_;
  std::unique_ptr<Subject> ours_;
  std::unique_ptr<Subject> raw_;
  std::optional<Workload> ours_load_;
  std::optional<Workload> raw_load_;
};

class Bench {
 public:
  explicit Bench(BenchOptions options) : options_(std::move(options)) {}

  /// Everything that is wanted, on new datasets.
  Result<void> measure() {
    if (auto known = read_verbs(); !known) return known;
    Scratch scratch(options_.store);
    if (!scratch.is_usable()) {
      return fail(Errc::unavailable, "cannot make a folder beside the store; name another place by --store");
    }
    Pair pair;
    ProgressBar bar(2 * options_.callers.size() + 1);
    bar.step(fmt::format("filling {}", shown_store()));
    if (auto ready = pair.open(scratch, options_); !ready) return ready;
    for (const std::size_t callers : options_.callers) {
      bar.step(fmt::format("verbs, {} callers", callers));
      measure_verbs(pair, callers);
      bar.step(fmt::format("lifecycle, {} callers", callers));
      measure_lifecycle(pair, callers);
      if (auto well = outcome(); !well) return well;
    }
    measure_supervisor(pair.store());
    measure_memory(pair.store());
    return outcome();
  }

  std::string report() const {
    if (options_.json) return figures_as_json(shown_store(), figures_);
    return figures_as_table(shown_store(), figures_) + published_latencies(shown_store(), figures_);
  }

 private:
  bool wants(Act act) const { return std::ranges::find(wanted_, act) != wanted_.end(); }

  void note(Act act, std::size_t callers, const Tally& ours, const Tally& raw) {
    for (const Tally* tally : {&ours, &raw}) {
      if (tally->failed() > 0) failure_ = fmt::format("{} failed: {}", to_text(act), tally->first_failure());
    }
    const double rate = raw.per_second();
    figures_.push_back({.verb = std::string(to_text(act)),
                        .callers = callers,
                        .per_s = ours.per_second(),
                        .p50_us = ours.percentile_us(0.50),
                        .p99_us = ours.percentile_us(0.99),
                        .cpu_us = ours.cpu_us(),
                        .raw_per_s = rate,
                        .ratio = rate > 0 ? ours.per_second() / rate : 0});
  }

  void measure_verbs(Pair& pair, std::size_t callers) {
    // At one caller those with a published latency are measured too.
    const auto shown = [&](Act act) {
      return is_of_round(act) &&
             (wants(act) || (callers == 1 && wants(Act::submit) && is_published(options_.store, to_text(act))));
    };
    Tallies ours;
    Tallies raw;
    const auto rounds = [&](Workload& load, bool is_ours) {
      load.round(round_size(callers, load, options_), callers, shown, is_ours ? ours : raw);
    };
    std::vector<Act> measured;
    for (std::size_t at = 0; at < acts; ++at) {
      if (shown(static_cast<Act>(at))) measured.push_back(static_cast<Act>(at));
    }
    if (measured.empty()) return;
    pair.measure(options_, ours[static_cast<std::size_t>(Act::submit)], rounds);
    for (const Act act : measured) {
      const auto at = static_cast<std::size_t>(act);
      note(act, callers, ours[at], raw[at]);
    }
  }

  void measure_lifecycle(Pair& pair, std::size_t callers) {
    if (!wants(Act::lifecycle)) return;
    Tally ours;
    Tally raw;
    const auto turns = [&](Workload& load, bool is_ours) {
      load.turns(round_size(callers, load, options_), callers, is_ours ? ours : raw);
    };
    pair.measure(options_, ours, turns);
    note(Act::lifecycle, callers, ours, raw);
  }

  /// What only a supervisor does; the raw engine knows nothing of it.
  void measure_supervisor(const Store& store) {
    for (const Act act : {Act::pass, Act::assign}) {
      if (!wants(act)) continue;
      const std::chrono::duration<double> time(options_.seconds);
      const auto tally = act == Act::pass ? measure_passes(store, time) : measure_assignment(store, time);
      if (!tally) {
        failure_ = fmt::format("{} failed: {}", to_text(act), tally.error().detail);
        return;
      }
      note(act, 1, *tally, {});
    }
  }

  /// Shared memory, in this process and down to the store.
  void measure_memory(const Store& store) {
    for (const Act act : {Act::hot_signal, Act::hot_read, Act::signal}) {
      if (!wants(act)) continue;
      const std::chrono::duration<double> time(options_.seconds);
      const auto tally = act == Act::signal       ? measure_signals(store, time)
                         : act == Act::hot_signal ? measure_hot_signals(time)
                                                  : measure_hot_reads(time);
      if (!tally) {
        failure_ = fmt::format("{} failed: {}", to_text(act), tally.error().detail);
        return;
      }
      note(act, 1, *tally, {});
    }
  }

  std::string shown_store() const { return without_credentials(options_.store); }

  Result<void> read_verbs() {
    for (const std::string& name : options_.verbs) {
      const auto act = parse_act(name);
      if (!act) return fail(Errc::invalid, fmt::format("no verb {}; there are {}", name, all_acts()));
      wanted_.push_back(*act);
    }
    return {};
  }

  Result<void> outcome() const {
    if (Interrupt::asked()) return fail(Errc::unavailable, "interrupted");
    return failure_.empty() ? Result<void>() : fail(Errc::unavailable, failure_);
  }

  BenchOptions options_;
  std::vector<Act> wanted_;
  std::vector<Figure> figures_;
  std::string failure_;
};

}  // namespace

int run_bench(BenchOptions options) {
  const Interrupt interrupt;
  Bench bench(std::move(options));
  if (const auto measured = bench.measure(); !measured) return complain(benching, measured.error());
  show(bench.report());
  return done;
}

}  // namespace baton::cli
