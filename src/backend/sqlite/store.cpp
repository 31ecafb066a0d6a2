#include "backend/sqlite/store.hpp"

#include <mutex>
#include <optional>
#include <utility>

#include "backend/shared/waiters.hpp"
#include "backend/sqlite/file.hpp"
#include "backend/sqlite/log_tail.hpp"
#include "backend/sqlite/open.hpp"
#include "backend/sqlite/readers.hpp"
#include "backend/sqlite/recognise.hpp"
#include "backend/sqlite/writer.hpp"

namespace baton::sqlite {
namespace {

class SqliteStore final : public Port {
 public:
  SqliteStore(FileLock lock, std::string path, std::unique_ptr<Transactor> transactor,
              std::shared_ptr<const Clock> clock)
      : lock_(std::move(lock)),
        timeline_(std::move(clock), transactor->counters().now),
        tail_(transactor->counters(), transactor->first_position()),
        waiters_(transactor->counters().position),
        readers_(std::move(path), timeline_, tail_),
        writer_(std::move(transactor), timeline_, tail_, waiters_) {}

  ~SqliteStore() override { SqliteStore::close(); }
  SqliteStore(const SqliteStore&) = delete;
  SqliteStore& operator=(const SqliteStore&) = delete;

  awaitable<Answer> execute(Verb verb) override {
    return is_read_only(verb) ? read(std::move(verb)) : ask(writer_.inbox(), std::move(verb));
  }

  awaitable<Result<bool>> wait(Condition condition, Duration at_most) override {
    if (const auto* log = std::get_if<LogPast>(&condition)) co_return co_await waiters_.past(log->after, at_most);
    const auto result = std::get<ResultThere>(condition);
    auto ticket = waiters_.expect(result);
    if (is_there(result)) co_return true;
    co_return co_await waiters_.woken(std::move(ticket), at_most);
  }

  void close() override {
    std::call_once(closed_, [this] {
      // Readers first: the last connection to go is the writer's, which removes the log.
      tail_.close();
      readers_.close();
      writer_.close();
      waiters_.close();
      lock_.reset();
    });
  }

 private:
  awaitable<Answer> read(Verb verb) {
    if (is_point_read(verb)) co_return readers_.answer(verb);
    if (const auto* read = std::get_if<ReadLog>(&verb)) {
      if (auto answer = tail_.answer(*read, timeline_.read())) co_return *std::move(answer);
    }
    co_return co_await ask(readers_.inbox(), std::move(verb));
  }

  bool is_there(ResultThere result) {
    const Answer answer = readers_.answer(GetResult{.task = result.task, .attempt = result.attempt});
    return answer.outcome && std::get<std::optional<Json>>(*answer.outcome).has_value();
  }

  std::once_flag closed_;
  std::optional<FileLock> lock_;
  Timeline timeline_;
  LogTail tail_;
  shared::Waiters waiters_;
  Readers readers_;
  Writer writer_;
};

}  // namespace

Result<std::shared_ptr<Port>> open(Options options) {
  auto path = resolve(options.path);
  if (!path) return std::unexpected(path.error());
  if (auto known = recognise(*path); !known) return std::unexpected(known.error());
  auto lock = FileLock::take(*path);
  if (!lock) return std::unexpected(lock.error());
  auto db = open_file(*path);
  if (!db) return std::unexpected(db.error());
  auto transactor = Transactor::start(*std::move(db));
  if (!transactor) return std::unexpected(transactor.error());
  if (!options.clock) options.clock = std::make_shared<SystemClock>();
  return std::make_shared<SqliteStore>(*std::move(lock), *std::move(path), *std::move(transactor),
                                       std::move(options.clock));
}

}  // namespace baton::sqlite
