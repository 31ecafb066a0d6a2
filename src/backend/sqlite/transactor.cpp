#include "backend/sqlite/transactor.hpp"

#include <new>
#include <utility>

#include "backend/sqlite/ledger.hpp"
#include "backend/sqlite/sql.hpp"
#include "core/failpoint.hpp"
#include "core/planted.hpp"

namespace baton::sqlite {
namespace {

constexpr int checkpoint_frames = 1024;     ///< 4 MiB of log
constexpr int checkpoint_again = 256;       ///< when readers kept the last one from finishing
constexpr int truncate_frames = 16 * 1024;  ///< 64 MiB: readers have kept the log from starting over for long

}  // namespace

Result<std::unique_ptr<Transactor>> Transactor::start(std::unique_ptr<Connection> db) {
  std::unique_ptr<Transactor> made(new Transactor(std::move(db)));
  made->counters_ = made->committed_ = load_counters(*made->db_);
  if (Rows rows = made->db_->query(sql::event_first); rows.next()) made->first_position_ = rows.as<Position>(0);
  made->checkpoint_at_ = checkpoint_frames;
  if (auto failure = made->db_->take_failure()) return std::unexpected(*std::move(failure));
  return made;
}

std::optional<std::vector<Answer>> Transactor::together(const std::vector<const Verb*>& verbs, Time now) {
  try {
    return try_together(verbs, now);
  } catch (const std::bad_alloc&) {
    run_out_of_memory();
    return std::nullopt;
  }
}

std::optional<std::vector<Answer>> Transactor::try_together(const std::vector<const Verb*>& verbs, Time now) {
  std::vector<Answer> answers;
  answers.reserve(verbs.size());
  if (!begin()) return std::nullopt;
  for (const Verb* verb : verbs) {
    answers.push_back(carry_out(*verb, now));
    if (db_->failed()) {
      roll_back();
      return std::nullopt;
    }
  }
  if (!commit() && !planted::is("lost_group_commit")) return std::nullopt;
  return answers;
}

Answer Transactor::alone(const Verb& verb, Time now) {
  try {
    if (begin()) {
      Answer answer = carry_out(verb, now);
      if (commit()) return answer;
    }
  } catch (const std::bad_alloc&) {
    run_out_of_memory();
  }
  return Answer{.outcome = std::unexpected(failure_), .stamp = {.step = counters_.step, .now = now}};
}

Answer Transactor::carry_out(const Verb& verb, Time now) {
  counters_.now = now;
  ++counters_.step;
  Answer answer{.outcome = execute(verb, now), .stamp = {.step = counters_.step, .now = now}};
  BATON_FAILPOINT("sqlite.group.after_verb");
  return answer;
}

Result<Reply> Transactor::execute(const Verb& verb, Time now) {
  Ledger ledger(*db_, counters_, &lanes_, now);
  Result<Reply> outcome = ledger.execute_or_fail(verb);
  pending_.insert(pending_.end(), ledger.results().begin(), ledger.results().end());
  pending_log_.add(std::move(ledger.log_change()));
  return outcome;
}

bool Transactor::begin() {
  BATON_FAILPOINT("sqlite.group.before_begin");
  db_->run(sql::transaction_begin);
  BATON_FAILPOINT("sqlite.group.after_begin");
  if (!lanes_known_) lanes_.load();
  lanes_known_ = !db_->failed();
  if (lanes_known_) return true;
  roll_back();
  return false;
}

bool Transactor::commit() {
  lanes_.save();
  save_counters(*db_, counters_);
  // Behind the commit nothing may fail any more.
  results_.reserve(results_.size() + pending_.size());
  log_change_.make_room_for(pending_log_);
  BATON_FAILPOINT("sqlite.group.before_commit");
  db_->run(sql::transaction_commit);
  if (db_->failed()) {
    roll_back();
    return false;
  }
  BATON_FAILPOINT("sqlite.group.after_commit");
  committed_ = counters_;
  results_.insert(results_.end(), pending_.begin(), pending_.end());
  pending_.clear();
  log_change_.add(std::exchange(pending_log_, {}));
  return true;
}

void Transactor::roll_back() {
  if (auto failure = db_->take_failure()) failure_ = *std::move(failure);
  // A full disk or a failed write may have ended the transaction already.
  if (db_->in_transaction()) db_->run(sql::transaction_rollback);
  (void)db_->take_failure();
  counters_ = committed_;
  pending_.clear();
  pending_log_ = {};
  lanes_known_ = false;
}

void Transactor::run_out_of_memory() {
  db_->report_no_memory();
  roll_back();
}

void Transactor::bound_log() {
  if (db_->log_frames() < checkpoint_at_) return;
  BATON_FAILPOINT("sqlite.checkpoint.before");
  const bool huge = db_->log_frames() > truncate_frames;
  const auto done = db_->checkpoint(huge ? Connection::CheckpointMode::truncate : Connection::CheckpointMode::passive);
  BATON_FAILPOINT("sqlite.checkpoint.after");
  // All moved: the next commit starts the log over. Otherwise a reader or the disk was in the way: not at each commit.
  const bool complete = done && !done->busy && done->moved == done->frames;
  checkpoint_at_ = complete ? checkpoint_frames : db_->log_frames() + checkpoint_again;
}

void Transactor::close() {
  BATON_FAILPOINT("sqlite.close.before");
  // If this fails the next start reads the log.
  const auto moved = db_->checkpoint(Connection::CheckpointMode::truncate);
  if (moved && !moved->busy) db_->remove_log_on_close();
}

}  // namespace baton::sqlite
