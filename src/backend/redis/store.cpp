#include "backend/redis/store.hpp"

#include <atomic>
#include <mutex>
#include <utility>

#include "backend/redis/durability.hpp"
#include "backend/redis/pack.hpp"
#include "backend/redis/scripts.hpp"
#include "backend/redis/watch.hpp"
#include "backend/shared/wait_for.hpp"
#include "backend/shared/waiters.hpp"
#include "core/codec.hpp"
#include "core/repeat.hpp"

namespace baton::redis {
namespace {

/// What is sent in place of a verb that cannot be sent, so that it is judged in the store's order like any other.
Verb harmless(const Verb& verb) {
  if (std::holds_alternative<Import>(verb)) return Import{};
  return Export{.limit = 1};
}

class RedisStore final : public Port {
 public:
  RedisStore(std::shared_ptr<Client> client, Target target, std::string prefix, std::shared_ptr<const Clock> clock)
      : client_(std::move(client)),
        target_(std::move(target)),
        prefix_(std::move(prefix)),
        clock_(std::move(clock)),
        watch_(client_, prefix_, waiters_) {}

  ~RedisStore() override { RedisStore::close(); }
  RedisStore(const RedisStore&) = delete;
  RedisStore& operator=(const RedisStore&) = delete;

  awaitable<Answer> execute(Verb verb) override {
    auto extra = pack_extra(verb);
    if (!extra) co_return co_await refuse(std::move(verb), std::move(extra.error()));
    Answer answer = co_await run(verb, *std::move(extra), trace_of(verb));
    if (!std::holds_alternative<Health>(verb) || !answer.outcome) co_return answer;
    answer.outcome = co_await with_settings(std::get<HealthReport>(*std::move(answer.outcome)));
    if (!answer.outcome) answer.stamp = {};  // half an answer is none
    co_return answer;
  }

  awaitable<Result<bool>> wait(Condition condition, Duration at_most) override {
    const shared::Attendance attendance(watch_.attendees());
    if (const auto* log = std::get_if<LogPast>(&condition)) co_return co_await waiters_.past(log->after, at_most);
    const auto result = std::get<ResultThere>(condition);
    auto ticket = waiters_.expect(result);
    if (co_await is_there(result)) co_return true;
    co_return co_await waiters_.woken(std::move(ticket), at_most);
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

  awaitable<Answer> run(Verb verb, std::string extra, std::string trace) {
    std::vector<std::string> arguments{pack(verb), now(), std::move(trace)};
    if (!extra.empty()) arguments.push_back(std::move(extra));
    const Repeat repeat = is_safe_to_repeat(verb) ? Repeat::safe : Repeat::never;
    auto packed = co_await client_->run(script_of(verb), prefix_, std::move(arguments), repeat);
    if (!packed) co_return Answer{.outcome = std::unexpected(std::move(packed.error())), .stamp = {}};
    Ending ending = unpack(verb, packed->text);
    announce(ending.last);
    co_return Answer{.outcome = std::move(ending.outcome), .stamp = ending.stamp};
  }

  awaitable<Answer> refuse(Verb verb, Error error) {
    Verb asked = harmless(verb);
    std::string extra = pack_extra(asked).value_or(std::string());
    Answer answer = co_await run(std::move(asked), std::move(extra), trace_of(verb));
    if (answer.outcome) answer.outcome = std::unexpected(std::move(error));
    co_return answer;
  }

  std::string now() const { return clock_ ? std::to_string(clock_->now().time_since_epoch().count()) : std::string(); }

  void announce(Position last) {
    std::uint64_t known = announced_.load(std::memory_order_relaxed);
    while (known < last.value) {
      if (!announced_.compare_exchange_weak(known, last.value, std::memory_order_relaxed)) continue;
      waiters_.announce(last, {});
      return;
    }
  }

  awaitable<bool> is_there(ResultThere result) {
    GetResult look{.task = result.task, .attempt = result.attempt};
    const Answer answer = co_await run(Verb(std::move(look)), {}, {});
    co_return answer.outcome&& std::get<std::optional<Json>>(*answer.outcome).has_value();
  }

  awaitable<Result<Reply>> with_settings(HealthReport report) {
    const auto settings = co_await read_settings(client_, target_);
    if (!settings) co_return std::unexpected(settings.error());
    Durability durability = judge(*settings);
    report.backend = "redis";
    report.version = client_->facts().version;
    report.durable = durability.full;
    report.durability = std::move(durability.text);
    report.notes = std::move(durability.notes);
    co_return Reply(std::move(report));
  }

  std::once_flag closed_;
  const std::shared_ptr<Client> client_;
  const Target target_;
  const std::string prefix_;
  const std::shared_ptr<const Clock> clock_;
  std::atomic<std::uint64_t> announced_{0};
  shared::Waiters waiters_{Position{}};
  Watch watch_;
};

Loss loss_of(const Settings& settings) {
  if (judge(settings).full) return Loss::nothing;
  return settings.appendonly == "yes" ? Loss::the_last_writes : Loss::everything;
}

/// Learns what a restart of the server may lose, and greets it once more with that.
awaitable<Result<Value>> greet_again(std::shared_ptr<Client> client, Target target, std::string prefix,
                                     std::atomic<Loss>* loss) {
  const auto settings = co_await read_settings(client, std::move(target));
  if (!settings) co_return std::unexpected(settings.error());
  *loss = loss_of(*settings);
  Command command = arrival(prefix, client->facts(), *loss);
  co_return co_await client->call(std::move(command), Repeat::safe);
}

Result<void> settle_loss(const std::shared_ptr<Client>& client, const Target& target, const std::string& prefix,
                         std::atomic<Loss>& loss) {
  auto outcome = shared::wait_for(greet_again(client, target, prefix, &loss));
  if (!outcome) return std::unexpected(std::move(outcome.error()));
  return {};
}

}  // namespace

std::string prefix_of(std::string_view name_space) { return "baton:{" + std::string(name_space) + "}:"; }

Result<std::shared_ptr<Port>> open(Options options) {
  auto target = parse_target(options.url);
  if (!target) return std::unexpected(std::move(target.error()));
  std::string prefix = prefix_of(options.name_space);
  // Known once the server has told its settings; every later connection greets it accordingly.
  const auto loss = std::make_shared<std::atomic<Loss>>(Loss::nothing);
  options.client.greeting = [prefix, loss](const ServerFacts& facts) { return arrival(prefix, facts, *loss); };
  auto client = Client::connect(*target, std::move(options.client));
  if (!client) return std::unexpected(std::move(client.error()));
  if (auto settled = settle_loss(*client, *target, prefix, *loss); !settled) {
    (*client)->close();
    return std::unexpected(std::move(settled.error()));
  }
  return std::make_shared<RedisStore>(*std::move(client), *std::move(target), std::move(prefix),
                                      std::move(options.clock));
}

}  // namespace baton::redis
