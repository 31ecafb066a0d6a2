#pragma once

#include <memory>
#include <vector>

#include "backend/sqlite/counters.hpp"
#include "backend/sqlite/lane_book.hpp"
#include "backend/sqlite/log_tail.hpp"
#include "baton/port.hpp"

namespace baton::sqlite {

/// Carries out mutations on the one connection that writes and checkpoints. One thread.
///
/// A refusal is an answer like any other and is committed with the rest of its group, because a refused settle may leave
/// an event behind; verbs check everything before their first write. Only a statement that fails rolls back.
class Transactor {
 public:
  static Result<std::unique_ptr<Transactor>> start(std::unique_ptr<Connection> db);

  /// All verbs in one transaction with one fsync, in order. Nothing: it was rolled back and nothing happened; then each
  /// verb deserves a transaction of its own, so that one failure spoils no other.
  std::optional<std::vector<Answer>> together(const std::vector<const Verb*>& verbs, Time now);
  /// One verb in a transaction of its own.
  Answer alone(const Verb& verb, Time now);

  const Counters& counters() const { return committed_; }
  /// The results that were set since the last call, all durable.
  std::vector<ResultThere> take_results() { return std::exchange(results_, {}); }
  /// What was done to the log since the last call, all durable.
  LogChange take_log_change() { return std::exchange(log_change_, {}); }
  /// Of the oldest event at the start; 0: there was none.
  Position first_position() const { return first_position_; }

  /// Moves the log into the main file when it has grown, so that it starts over.
  void bound_log();
  /// Leaves one plain file behind.
  void close();

 private:
  explicit Transactor(std::unique_ptr<Connection> db) : db_(std::move(db)), lanes_(*db_) {}

  std::optional<std::vector<Answer>> try_together(const std::vector<const Verb*>& verbs, Time now);
  Answer carry_out(const Verb& verb, Time now);
  Result<Reply> execute(const Verb& verb, Time now);
  bool begin();
  bool commit();
  void roll_back();
  void run_out_of_memory();

  std::unique_ptr<Connection> db_;
  LaneBook lanes_;
  bool lanes_known_ = false;  ///< false: to be read before the next verb
  Position first_position_;
  Counters counters_;
  Counters committed_;                ///< as of the last commit
  std::vector<ResultThere> pending_;  ///< results set by the transaction under way
  std::vector<ResultThere> results_;
  LogChange pending_log_;  ///< by the transaction under way
  LogChange log_change_;
  Error failure_;  ///< why the last transaction was rolled back
  int checkpoint_at_ = 0;
};

}  // namespace baton::sqlite
