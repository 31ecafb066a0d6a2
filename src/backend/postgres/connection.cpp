#include "backend/postgres/connection.hpp"

#include <openssl/ssl.h>
#include <postgresql/libpq-fe.h>
#include <sys/socket.h>
#include <unistd.h>

#include "backend/shared/alarm.hpp"
#include "backend/shared/quietly.hpp"
#include "backend/shared/spawn.hpp"

namespace baton::postgres {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

constexpr Oid type_of_text_array = 1009;

struct Clear {
  void operator()(PGresult* result) const { PQclear(result); }
};
using ResultPtr = std::unique_ptr<PGresult, Clear>;

std::string_view text_or_nothing(const char* text) { return text == nullptr ? std::string_view() : text; }

Table table_of(const PGresult& result) {
  Table table(static_cast<std::size_t>(PQntuples(&result)));
  const int columns = PQnfields(&result);
  for (int row = 0; row < PQntuples(&result); ++row) {
    auto& cells = table[static_cast<std::size_t>(row)];
    for (int column = 0; column < columns; ++column) {
      if (PQgetisnull(&result, row, column) != 0) {
        cells.emplace_back();
      } else {
        cells.emplace_back(
            std::string(PQgetvalue(&result, row, column), static_cast<std::size_t>(PQgetlength(&result, row, column))));
      }
    }
  }
  return table;
}

/// The values as libpq takes them: pointers into the command.
struct Bound {
  explicit Bound(const Command& command)
      : types(command.values.size(), command.arrays ? type_of_text_array : 0),
        formats(command.values.size(), command.arrays ? 1 : 0) {
    for (const auto& value : command.values) {
      values.push_back(value ? value->c_str() : nullptr);
      lengths.push_back(value ? static_cast<int>(value->size()) : 0);
    }
  }
  int count() const { return static_cast<int>(values.size()); }

  std::vector<Oid> types;
  std::vector<const char*> values;
  std::vector<int> lengths;
  std::vector<int> formats;
};

/// libpq asks the socket alone whether there is more; what the TLS layer has read already, nobody would hear of.
bool has_more(PGconn* connection) {
  auto* tls = static_cast<SSL*>(PQsslStruct(connection, "OpenSSL"));
  return tls != nullptr && SSL_pending(tls) > 0;
}

bool is_fatal(const PGresult& result) {
  const auto severity = text_or_nothing(PQresultErrorField(&result, PG_DIAG_SEVERITY_NONLOCALIZED));
  return severity == "FATAL" || severity == "PANIC";
}

Refusal refusal_of(const PGresult& result) {
  const auto state = text_or_nothing(PQresultErrorField(&result, PG_DIAG_SQLSTATE));
  if (state.empty()) return lost(text_or_nothing(PQresultErrorMessage(&result)));
  Refusal refusal = understand(state, text_or_nothing(PQresultErrorField(&result, PG_DIAG_MESSAGE_PRIMARY)));
  if (is_fatal(result)) refusal.reaction = Reaction::reconnect;
  return refusal;
}

PGconn* start(const Settings& settings) {
  std::vector<const char*> names;
  std::vector<const char*> values;
  for (const auto& [name, value] : settings) {
    names.push_back(name.c_str());
    values.push_back(value.c_str());
  }
  names.push_back(nullptr);
  values.push_back(nullptr);
  return PQconnectStartParams(names.data(), values.data(), 0);
}

}  // namespace

void Connection::Finish::operator()(PGconn* connection) const { PQfinish(connection); }

Connection::Connection(asio::io_context& io, PGconn* connection) : io_(io), socket_(io), connection_(connection) {}

Connection::~Connection() = default;

awaitable<Attempt<std::shared_ptr<Connection>>> Connection::open(asio::io_context& io, Settings settings,
                                                                 std::string address, TimePoint until) {
  PGconn* started = start(settings);
  if (started == nullptr) co_return std::unexpected(lost("no memory for a connection"));
  const std::shared_ptr<Connection> connection(new Connection(io, started));
  PQsetErrorVerbosity(started, PQERRORS_VERBOSE);  // with the SQLSTATE
  PQsetNoticeReceiver(started, [](void*, const PGresult*) {}, nullptr);
  auto connected = co_await connection->connect(until);
  if (!connected) co_return std::unexpected(understand_connect(connected.error().detail, address));
  PQsetnonblocking(started, 1);
  co_return connection;
}

awaitable<Result<Done>> Connection::connect(TimePoint until) {
  const shared::Alarm limit(io_.get_executor(), until, [this] { wake(); });
  for (;;) {
    const auto wanted = PQconnectPoll(connection_.get());
    if (wanted == PGRES_POLLING_OK) break;
    if (wanted == PGRES_POLLING_FAILED) co_return fail(Errc::unavailable, PQerrorMessage(connection_.get()));
    watch_socket();
    co_await socket_.async_wait(wanted == PGRES_POLLING_READING ? asio::posix::descriptor_base::wait_read
                                                                : asio::posix::descriptor_base::wait_write,
                                shared::quietly);
    if (limit.rang()) co_return fail(Errc::unavailable, "no answer in time");
  }
  watch_socket();
  co_return Done{};
}

/// libpq may try one socket after another while it connects.
void Connection::watch_socket() {
  error_code ignored;
  socket_.close(ignored);
  socket_.assign(::dup(PQsocket(connection_.get())), ignored);
}

void Connection::shut() {
  if (socket_.is_open()) ::shutdown(socket_.native_handle(), SHUT_RDWR);
}

void Connection::send(const std::vector<Command>& commands, bool prepare) {
  std::unique_lock lock(mutex_);
  if (given_up_) return;
  exchange_ = Exchange::leaving;
  simple_ = false;
  bool taken = PQenterPipelineMode(connection_.get()) == 1;
  for (const Command& command : commands) taken = taken && send_one(command, prepare);
  if (!taken || PQpipelineSync(connection_.get()) != 1) return shut();
  flush(std::move(lock));
}

bool Connection::send_one(const Command& command, bool prepare) {
  const Statement& statement = *command.statement;
  const Bound bound(command);
  const bool named = prepare && !statement.name.empty();
  if (!named) {
    expected_.emplace_back();
    return PQsendQueryParams(connection_.get(), statement.text.c_str(), bound.count(), bound.types.data(),
                             bound.values.data(), bound.lengths.data(), bound.formats.data(), 0) == 1;
  }
  if (!prepared_.contains(statement.name)) {
    expected_.push_back({.prepared = statement.name});
    const int done = PQsendPrepare(connection_.get(), statement.name.c_str(), statement.text.c_str(), bound.count(),
                                   bound.types.data());
    if (done != 1) return false;
  }
  expected_.emplace_back();
  return PQsendQueryPrepared(connection_.get(), statement.name.c_str(), bound.count(), bound.values.data(),
                             bound.lengths.data(), bound.formats.data(), 0) == 1;
}

void Connection::send_text(const std::string& text) {
  std::unique_lock lock(mutex_);
  if (given_up_) return;
  exchange_ = Exchange::leaving;
  simple_ = true;
  const bool taken = PQexitPipelineMode(connection_.get()) == 1 && PQsendQuery(connection_.get(), text.c_str()) == 1;
  if (!taken) return shut();
  flush(std::move(lock));
}

void Connection::flush(std::unique_lock<std::mutex> lock) {
  const int left = PQflush(connection_.get());
  if (left == 0) exchange_ = Exchange::sent;
  if (left < 0) shut();
  lock.unlock();
  if (left > 0) shared::spawn(io_, write_out(shared_from_this()));
}

awaitable<void> Connection::write_out(std::shared_ptr<Connection> self) {
  for (;;) {
    co_await self->socket_.async_wait(asio::posix::descriptor_base::wait_write, shared::quietly);
    const std::lock_guard lock(self->mutex_);
    if (self->given_up_) co_return;
    const int left = PQflush(self->connection_.get());
    if (left == 0) self->exchange_ = Exchange::sent;
    if (left < 0) self->shut();
    if (left <= 0) co_return;
  }
}

void Connection::break_off(std::string_view why) {
  const std::lock_guard lock(mutex_);
  verdict_ = why;
  shut();
}

bool Connection::give_up() {
  const std::lock_guard lock(mutex_);
  given_up_ = true;
  shut();
  return exchange_ == Exchange::sent;
}

awaitable<void> Connection::wait() {
  co_await socket_.async_wait(asio::posix::descriptor_base::wait_read, shared::quietly);
}

void Connection::wake() {
  error_code ignored;
  socket_.cancel(ignored);
}

std::optional<Attempt<Tables>> Connection::take() {
  const std::lock_guard lock(mutex_);
  bool lives = PQconsumeInput(connection_.get()) == 1;
  while (lives && has_more(connection_.get())) lives = PQconsumeInput(connection_.get()) == 1;
  auto replies = collect();  // what came before an end counts
  if (!replies && !lives) return std::unexpected(broken());
  return replies;
}

std::optional<Attempt<Tables>> Connection::collect() {
  while (exchange_ != Exchange::none && PQisBusy(connection_.get()) == 0) {
    const ResultPtr result(PQgetResult(connection_.get()));
    if (result && PQresultStatus(result.get()) == PGRES_PIPELINE_SYNC) return finish_exchange();
    if (result) {
      if (!note(*result)) return std::unexpected(*std::exchange(refusal_, {}));
    } else if (simple_) {
      return finish_exchange();
    } else if (expected_.empty()) {
      return std::unexpected(broken());
    } else {
      expected_.pop_front();
    }
  }
  return std::nullopt;
}

bool Connection::note(const PGresult& result) {
  const auto status = PQresultStatus(&result);
  const bool prepared = !simple_ && !expected_.empty() && !expected_.front().prepared.empty();
  if (status == PGRES_PIPELINE_ABORTED) return true;
  if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK && status != PGRES_EMPTY_QUERY) {
    const bool first = !refusal_.has_value();
    if (first) refusal_ = refusal_of(result);
    return refusal_->reaction != Reaction::reconnect;
  }
  if (prepared) {
    prepared_.insert(expected_.front().prepared);
  } else if (!simple_ || status == PGRES_TUPLES_OK) {
    tables_.push_back(table_of(result));
  }
  return true;
}

Attempt<Tables> Connection::finish_exchange() {
  exchange_ = Exchange::none;
  expected_.clear();
  Tables tables = std::exchange(tables_, {});
  if (refusal_) return std::unexpected(*std::exchange(refusal_, {}));
  return tables;
}

Refusal Connection::broken() const {
  if (!verdict_.empty()) return lost(verdict_);
  const auto words = text_or_nothing(PQerrorMessage(connection_.get()));
  return lost(words.empty() ? "the server closed the connection" : words.substr(0, words.find('\n')));
}

std::vector<std::string> Connection::take_notices() {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> payloads;
  while (PGnotify* notice = PQnotifies(connection_.get())) {
    payloads.emplace_back(notice->extra);
    PQfreemem(notice);
  }
  return payloads;
}

awaitable<Attempt<Tables>> Connection::ask(std::vector<Command> commands, TimePoint until) {
  const shared::Alarm limit(io_.get_executor(), until, [this] { break_off("no answer in time"); });
  send(commands, false);
  co_return co_await replies();
}

awaitable<Attempt<Tables>> Connection::ask_text(std::string text) {
  send_text(text);
  co_return co_await replies();
}

awaitable<Attempt<Tables>> Connection::replies() {
  for (;;) {
    co_await wait();
    if (auto all = take()) co_return *std::move(all);
  }
}

int Connection::process() const { return PQbackendPID(connection_.get()); }

std::string Connection::address() const {
  return std::string(text_or_nothing(PQhost(connection_.get()))) + ":" +
         std::string(text_or_nothing(PQport(connection_.get())));
}

}  // namespace baton::postgres
