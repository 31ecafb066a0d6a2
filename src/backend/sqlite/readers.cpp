#include "backend/sqlite/readers.hpp"

#include <algorithm>
#include <utility>

#include "backend/sqlite/ledger.hpp"
#include "backend/sqlite/sql.hpp"

namespace baton::sqlite {
namespace {

Answer failed_answer(Error error, Time now) {
  return Answer{.outcome = std::unexpected(std::move(error)), .stamp = {.step = 0, .now = now}};
}

}  // namespace

Answer answer_on(Connection& db, const Verb& verb, Time asked) {
  db.run(sql::transaction_begin_read);
  Counters counters = load_counters(db);
  const Time now = std::max(asked, counters.now);
  Answer answer{.outcome = Ledger(db, counters, nullptr, now).execute_or_fail(verb),
                .stamp = {.step = counters.step, .now = now}};
  auto failure = db.take_failure();
  if (db.in_transaction()) db.run(sql::transaction_commit);
  if (!failure) failure = db.take_failure();
  return failure ? failed_answer(*std::move(failure), now) : std::move(answer);
}

Readers::Readers(std::string path, Timeline& timeline, LogTail& tail)
    : path_(std::move(path)), timeline_(timeline), tail_(tail), thread_([this] { work(); }) {}

Readers::~Readers() { close(); }

Answer Readers::answer(const Verb& verb) {
  const Time now = timeline_.read();
  auto connection = take();
  if (!connection) return failed_answer(std::move(connection.error()), now);
  Answer answer = answer_on(**connection, verb, now);
  tail_.note_seen(answer.stamp.step);
  put_back(*std::move(connection));
  return answer;
}

void Readers::close() {
  std::call_once(closed_, [this] {
    inbox_.close();
    thread_.join();
    std::unique_lock lock(mutex_);
    closing_ = true;
    returned_.wait(lock, [this] { return lent_ == 0; });
    idle_.clear();
  });
}

Result<std::unique_ptr<Connection>> Readers::take() {
  {
    const std::lock_guard lock(mutex_);
    if (closing_) return std::unexpected(closed_answer().outcome.error());
    ++lent_;
    if (!idle_.empty()) {
      auto connection = std::move(idle_.back());
      idle_.pop_back();
      return connection;
    }
  }
  auto opened = Connection::open(path_, Connection::Mode::reader);
  if (!opened) put_back(nullptr);
  return opened;
}

void Readers::put_back(std::unique_ptr<Connection> connection) {
  const std::lock_guard lock(mutex_);
  --lent_;
  if (connection != nullptr) idle_.push_back(std::move(connection));
  if (closing_) returned_.notify_all();
}

void Readers::work() {
  for (Jobs jobs = inbox_.take(1); !jobs.empty(); jobs = inbox_.take(1)) {
    auto& job = jobs.front();
    Answer found = answer(job->verb);
    finish(std::move(job), std::move(found));
  }
}

bool is_point_read(const Verb& verb) {
  return std::visit(
      []<class V>(const V&) {
        return detail::contains<V, Verbs<GetAgent, GetTask, GetThread, InspectLock, GetResult, GetRecord, Health>>;
      },
      verb);
}

}  // namespace baton::sqlite
