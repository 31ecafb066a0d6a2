#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "backend/memory/ledger.hpp"
#include "support/backends.hpp"
#include "support/history.hpp"
#include "support/temporary_directory.hpp"

namespace baton::test {

inline void PrintTo(const Backend& backend, std::ostream* out) { *out << backend.name; }

/// A store of a backend under a clock of its own, with what a history can do to it.
class ModelStore {
 public:
  explicit ModelStore(const Backend& backend);
  ~ModelStore();
  ModelStore(const ModelStore&) = delete;
  ModelStore& operator=(const ModelStore&) = delete;

  Port& port() { return *port_; }
  const std::shared_ptr<Port>& shared_port() const { return port_; }
  ManualClock& clock() { return *clock_; }

  void restart();
  void move();
  /// All rows, one a line, frozen while they are read.
  std::string export_text();
  /// See Backend.
  std::vector<Call> trace(std::uint64_t after) const { return backend_.trace(directory_->path(), after); }
  /// One verb, blocking.
  Answer call(Verb verb);
  /// What is compared with the oracle's answer: that of `call`, or of an unbounded sweep where the bound is inexact.
  Answer answer(Verb verb);

 private:
  void open();
  void close();
  std::vector<std::string> export_rows();

  const Backend& backend_;
  std::shared_ptr<ManualClock> clock_ = std::make_shared<ManualClock>();
  std::unique_ptr<TemporaryDirectory> directory_ = std::make_unique<TemporaryDirectory>();
  std::shared_ptr<Port> port_;
};

/// Where a backend and the memory ledger disagree.
struct Difference {
  std::size_t index = 0;  ///< of the act in its history; its size: only what is left in the store differs
  std::string what;
};

/// The memory backend's ledger, told the same things.
class Oracle {
 public:
  /// Of a store with one order, or with two.
  explicit Oracle(bool one_order) : one_order_(one_order) {}

  /// What is different between its answer and the given one.
  std::optional<std::string> contradiction(const Call& call, const Result<Reply>& answer);
  std::optional<std::string> contradiction(const std::string& exported);
  /// Whatever it answers.
  void carry_out(const Call& call);
  /// Whether an import would change nothing, as every import in a whole history does.
  bool holds(const Import& verb);

 private:
  std::string export_text();

  const bool one_order_;
  memory::Ledger ledger_;
  Time now_;
};

/// Does everything one after the other on a fresh store and compares as it goes, and what is left at the end.
std::optional<Difference> replay(const Backend& backend, const History& history);

struct ModelPlan {
  std::uint64_t seed = 1;
  std::size_t calls = 20'000;
  std::size_t clients = 6;
};

/// verb × outcome: `ok`, or the name of the code.
using Tally = std::map<std::string, std::map<std::string, std::size_t>>;

struct ModelRun {
  History history;  ///< in the store's order, up to and including what differs
  std::optional<Difference> difference;
  Tally tally;
  SweepReport swept;           ///< by all sweeps together
  std::set<EventType> events;  ///< that somebody read
  std::size_t calls = 0;
  std::size_t succeeded = 0;
  std::size_t unheard = 0;  ///< carried out, and the answer lost
};

/// Random concurrent clients, with restarts and moves in between.
ModelRun run_model(const Backend& backend, const ModelPlan& plan);

std::string to_table(const Tally& tally);

/// Adds what one sweep did to what others did.
void add(SweepReport& sum, const SweepReport& more);

}  // namespace baton::test
