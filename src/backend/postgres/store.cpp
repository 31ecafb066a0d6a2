#include "backend/postgres/store.hpp"

#include <atomic>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <charconv>
#include <mutex>
#include <utility>

#include "backend/postgres/admin.hpp"
#include "backend/postgres/durability.hpp"
#include "backend/postgres/migrate.hpp"
#include "backend/postgres/pack.hpp"
#include "backend/postgres/sql.hpp"
#include "backend/postgres/watch.hpp"
#include "backend/shared/waiters.hpp"
#include "core/codec.hpp"
#include "core/digest.hpp"
#include "core/repeat.hpp"

namespace baton::postgres {
namespace {

using namespace std::chrono_literals;

/// How long a result is waited for before it is looked for again, with somebody listening and without.
constexpr Duration slice_behind = 5s;
constexpr Duration slice_alone = 200ms;
/// How long a new session waits for its proof, which it can do without.
constexpr auto proof_patience = 1s;

Line line_of(const Verb& verb) {
  if (std::holds_alternative<Beat>(verb)) return Line::beat;
  return std::visit([]<class V>(const V&) { return is_read<V>; }, verb) ? Line::read : Line::write;
}

/// What is sent in place of a verb that cannot be sent, so that it is judged in the store's order like any other.
Verb harmless(const Verb& verb) {
  if (std::holds_alternative<Import>(verb)) return Import{};
  return Export{.limit = 1};
}

class PostgresStore final : public Port {
 public:
  PostgresStore(std::shared_ptr<Client> client, const Target& target, SchemaName schema,
                std::shared_ptr<const Clock> clock)
      : client_(std::move(client)),
        schema_(std::move(schema)),
        clock_(std::move(clock)),
        watch_(client_, target, schema_, waiters_) {}

  ~PostgresStore() override { PostgresStore::close(); }
  PostgresStore(const PostgresStore&) = delete;
  PostgresStore& operator=(const PostgresStore&) = delete;

  awaitable<Answer> execute(Verb verb) override {
    std::optional<std::int64_t> proof;
    if (const auto* beat = std::get_if<BeatSession>(&verb)) proof = co_await prove(*beat);
    auto argument = pack(verb, proof);
    std::string trace = trace_of(verb);
    if (!argument) co_return co_await refuse(std::move(verb), std::move(argument.error()), std::move(trace));
    Answer answer = co_await run(verb, *std::move(argument), std::move(trace));
    if (!std::holds_alternative<Health>(verb) || !answer.outcome) co_return answer;
    answer.outcome = co_await with_settings(std::get<HealthReport>(*std::move(answer.outcome)));
    if (!answer.outcome) answer.stamp = {};  // half an answer is none
    co_return answer;
  }

  awaitable<Result<bool>> wait(Condition condition, Duration at_most) override {
    const shared::Attendance attendance(watch_.attendees());
    if (const auto* log = std::get_if<LogPast>(&condition)) co_return co_await waiters_.past(log->after, at_most);
    co_return co_await wait_for(std::get<ResultThere>(condition), at_most);
  }

  void close() override {
    std::call_once(closed_, [this] {
      client_->close();
      watch_.stop();
      waiters_.close();
    });
  }

 private:
  /// In test mode each step is kept with the verb that it carried out, so that lost answers can be accounted for.
  std::string trace_of(const Verb& verb) const { return clock_ ? describe(verb) : std::string(); }

  std::string now() const { return clock_ ? std::to_string(clock_->now().time_since_epoch().count()) : std::string(); }

  awaitable<Answer> run(const Verb& verb, std::string argument, std::string trace) {
    const Repeat repeat = is_safe_to_repeat(verb) ? Repeat::safe : Repeat::never;
    Row row{std::string(name_of(verb)), std::move(argument), now(), std::move(trace)};
    Row again;
    const Line line = line_of(verb);
    if (line == Line::beat) again = row;
    auto packed = co_await client_->run(line, std::move(row), repeat);
    if (packed && line == Line::beat && unpack(verb, *packed).busy) {
      packed = co_await client_->run(Line::write, std::move(again), repeat);
    }
    if (!packed) co_return Answer{.outcome = std::unexpected(std::move(packed.error())), .stamp = {}};
    Ending ending = unpack(verb, *packed);
    if (line == Line::write) announce(verb, ending);
    co_return Answer{.outcome = std::move(ending.outcome), .stamp = ending.stamp};
  }

  awaitable<Answer> refuse(Verb verb, Error error, std::string trace) {
    const Verb asked = harmless(verb);
    Answer answer = co_await run(asked, pack(asked).value_or("{}"), std::move(trace));
    if (answer.outcome) answer.outcome = std::unexpected(std::move(error));
    co_return answer;
  }

  void announce(const Verb& verb, const Ending& ending) {
    std::vector<ResultThere> results;
    if (const auto* set = std::get_if<SetResult>(&verb); set != nullptr && ending.outcome) {
      results.push_back({.task = set->task, .attempt = set->attempt});
    }
    std::uint64_t known = announced_.load(std::memory_order_relaxed);
    while (known < ending.last.value &&
           !announced_.compare_exchange_weak(known, ending.last.value, std::memory_order_relaxed)) {
    }
    if (known < ending.last.value || !results.empty()) watch_.announce(ending.last, std::move(results));
  }

  awaitable<Result<bool>> wait_for(ResultThere result, Duration at_most) {
    auto ticket = waiters_.expect(result);
    while (true) {
      if (co_await is_there(result)) co_return true;
      const Duration slice = std::min(at_most, watch_.session().is_up() ? slice_behind : slice_alone);
      if (co_await waiters_.woken(ticket, slice)) co_return true;
      at_most -= slice;
      if (at_most <= Duration::zero()) co_return false;
      ticket = waiters_.expect(result);
    }
  }

  awaitable<bool> is_there(ResultThere result) {
    const Verb look = GetResult{.task = result.task, .attempt = result.attempt};
    const Answer answer = co_await run(look, pack(look).value_or("{}"), {});
    co_return answer.outcome&& std::get<std::optional<Json>>(*answer.outcome).has_value();
  }

  /// The advisory lock by which others see at once that the session's process is gone. Without it they wait for the
  /// session's deadline.
  awaitable<std::optional<std::int64_t>> prove(BeatSession beat) {
    if (clock_) co_return std::nullopt;
    const std::int64_t key = proof_of(beat.session);
    Session& session = watch_.session();
    if (beat.ttl == Duration::zero()) {
      session.drop(key);
      co_return std::nullopt;
    }
    session.hold(key);
    boost::asio::steady_timer timer(co_await boost::asio::this_coro::executor);
    const auto until = std::chrono::steady_clock::now() + proof_patience;
    while (watch_.may_be_up() && !session.holds(key) && std::chrono::steady_clock::now() < until) {
      timer.expires_after(2ms);
      co_await timer.async_wait(boost::asio::use_awaitable);
    }
    co_return session.holds(key) ? std::optional(key) : std::nullopt;
  }

  /// 64 bits of a digest; the top bit is left out, so that it is a number that JSON and SQL agree on.
  std::int64_t proof_of(const SessionId& session) const {
    const std::string hex = digest(schema_.name() + '\n' + session.str()).substr(0, 16);
    std::uint64_t key = 0;
    std::from_chars(hex.data(), hex.data() + hex.size(), key, 16);
    return static_cast<std::int64_t>(key >> 1);
  }

  awaitable<Result<Reply>> with_settings(HealthReport report) {
    const auto settings = co_await read_settings(client_);
    if (!settings) co_return std::unexpected(settings.error());
    Durability durability = judge(*settings);
    const ServerFacts facts = client_->facts();
    report.backend = "postgres";
    report.version = facts.version;
    report.durable = durability.full;
    report.durability = std::move(durability.text);
    report.notes = std::move(durability.notes);
    if (!clock_ && !watch_.may_be_up()) {
      report.notes.emplace_back(
          "no connection listens, so changes made by others are noticed by polling, and the locks of a dead process "
          "are freed at its session's deadline; name a direct connection with session_url");
    }
    co_return Reply(std::move(report));
  }

  std::once_flag closed_;
  const std::shared_ptr<Client> client_;
  const SchemaName schema_;
  const std::shared_ptr<const Clock> clock_;
  std::atomic<std::uint64_t> announced_{0};
  shared::Waiters waiters_{Position{}};
  Watch watch_;
};

ClientOptions client_options(const SchemaName& schema) {
  return {.write = {.name = "write", .text = schema.in(sql::step_write), .columns = 4},
          .read = {.name = "read", .text = schema.in(sql::step_read), .columns = 4},
          .beat = {.name = "beat", .text = schema.in(sql::step_beat), .columns = 4},
          .unstick = {.name = {}, .text = schema.in(sql::step_unstick)}};
}

}  // namespace

Result<std::shared_ptr<Port>> open(const Options& options) {
  auto target = parse_target(options.url);
  if (!target) return std::unexpected(std::move(target.error()));
  SchemaName schema(options.name_space);
  {
    auto admin = Admin::connect(*target);
    if (!admin) return std::unexpected(std::move(admin.error()));
    if (auto migrated = migrate(*admin, schema); !migrated) return std::unexpected(std::move(migrated.error()));
  }
  auto client = Client::connect(*target, client_options(schema));
  if (!client) return std::unexpected(std::move(client.error()));
  return std::make_shared<PostgresStore>(*std::move(client), *target, std::move(schema), options.clock);
}

}  // namespace baton::postgres
