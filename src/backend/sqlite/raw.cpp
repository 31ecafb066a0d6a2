#include "backend/sqlite/raw.hpp"

#include <utility>

#include "backend/sqlite/file.hpp"
#include "backend/sqlite/open.hpp"
#include "backend/sqlite/readers.hpp"
#include "backend/sqlite/recognise.hpp"
#include "backend/sqlite/transactor.hpp"

namespace baton::sqlite {
namespace {

class RawFile final : public RawEngine {
 public:
  RawFile(FileLock lock, std::unique_ptr<Transactor> transactor, std::unique_ptr<Connection> reader)
      : lock_(std::move(lock)), transactor_(std::move(transactor)), reader_(std::move(reader)) {}

  Replay run(const std::vector<Verb>& verbs, std::size_t /*callers*/) override {
    return replay_one_by_one(verbs, [this](const Verb& verb) {
      if (is_read_only(verb)) return answer_on(*reader_, verb, clock_.now()).outcome;
      Answer answer = transactor_->alone(verb, clock_.now());
      transactor_->bound_log();
      return answer.outcome;
    });
  }

 private:
  FileLock lock_;
  SystemClock clock_;
  std::unique_ptr<Transactor> transactor_;
  std::unique_ptr<Connection> reader_;
};

}  // namespace

Result<std::unique_ptr<RawEngine>> open_raw(const std::string& path) {
  auto resolved = resolve(path);
  if (!resolved) return std::unexpected(resolved.error());
  if (auto known = recognise(*resolved); !known) return std::unexpected(known.error());
  auto lock = FileLock::take(*resolved);
  if (!lock) return std::unexpected(lock.error());
  auto db = open_file(*resolved);
  if (!db) return std::unexpected(db.error());
  auto transactor = Transactor::start(*std::move(db));
  if (!transactor) return std::unexpected(transactor.error());
  auto reader = Connection::open(*resolved, Connection::Mode::reader);
  if (!reader) return std::unexpected(reader.error());
  return std::make_unique<RawFile>(*std::move(lock), *std::move(transactor), *std::move(reader));
}

}  // namespace baton::sqlite
