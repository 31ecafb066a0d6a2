#include "backend/sqlite/raw.hpp"

#include "backend/sqlite/file.hpp"
#include "backend/sqlite/open.hpp"
#include "backend/sqlite/transactor.hpp"

namespace baton::sqlite {
namespace {

class RawSqlite final : public RawEngine {
 public:
  RawSqlite(FileLock lock, std::unique_ptr<Transactor> transactor)
      : lock_(std::move(lock)), transactor_(std::move(transactor)) {}

  Replay run(const std::vector<Verb>& verbs, std::size_t /*callers*/) override {
    return replay_one_by_one(verbs, [this](const Verb& verb) {
      Answer answer = transactor_->alone(verb, clock_.now());
      transactor_->bound_log();
      return std::move(answer.outcome);
    });
  }

 private:
  SystemClock clock_;
  FileLock lock_;
  std::unique_ptr<Transactor> transactor_;
};

}  // namespace

Result<std::unique_ptr<RawEngine>> open_raw(const std::string& path) {
  auto resolved = resolve(path);
  if (!resolved) return std::unexpected(resolved.error());
  auto lock = FileLock::take(*resolved);
  if (!lock) return std::unexpected(lock.error());
  auto db = open_file(*resolved);
  if (!db) return std::unexpected(db.error());
  auto transactor = Transactor::start(*std::move(db));
  if (!transactor) return std::unexpected(transactor.error());
  return std::make_unique<RawSqlite>(*std::move(lock), *std::move(transactor));
}

}  // namespace baton::sqlite
