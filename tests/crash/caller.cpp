#include "crash/caller.hpp"

#include "support/chance.hpp"

namespace baton::test {
namespace {

using namespace std::chrono_literals;

/// One agent with everything an agent does, over and over.
class Caller {
 public:
  Caller(Shop& shop, std::size_t number)
      : shop_(shop),
        chance_(std::hash<std::string>{}(shop.round) + number),
        agent_(AgentId::of("agent-" + std::to_string(number))),
        incarnation_(Incarnation::of(shop.round)),
        thread_(ThreadId::of("thread-" + std::to_string(number % 4))),
        correlation_(CorrelationId::of("work-" + std::to_string(number) + "-" + shop.round)) {}

  awaitable<void> run() {
    co_await start();
    while (shop_.is_open()) {
      co_await submit();
      co_await take_and_settle();
      co_await hold_lock();
      co_await talk();
      co_await record();
      co_await follow_log();
      if (chance_.one_in(8)) co_await call(Sweep{});
    }
  }

 private:
  /// The answer, if it was one; told to the parent if the verb changes anything.
  template <class V>
  awaitable<std::optional<typename V::Reply>> call(V verb) {
    ++shop_.calls;
    const auto asked = std::chrono::steady_clock::now();
    auto reply = co_await shop_.store.call(verb);
    if (!reply) co_return std::nullopt;
    const Acknowledgement told{
        .verb = std::move(verb), .reply = *reply, .at = std::chrono::steady_clock::now(), .asked = asked};
    shop_.tell(told);
    co_return *std::move(reply);
  }

  std::string fresh(const char* stem) {
    return std::string(stem) + "-" + shop_.round + "-" + agent_.str() + "-" + std::to_string(++names_);
  }

  Json body() { return Json::string(fresh("body") + std::string(shop_.payload_bytes, 'x')); }

  awaitable<void> start() {
    Register enter{.agent = agent_, .incarnation = incarnation_, .lanes = {Lane::of("*")}, .ttl = 3h};
    co_await call(std::move(enter));
    PutThread thread{.thread = thread_};
    co_await call(std::move(thread));
    PutGroup group{.group = GroupName::of("readers"), .after = Position{0}, .visibility = 3h};
    co_await call(std::move(group));
    OpenCorrelation open{.id = correlation_, .expected = {SignalName::of("never")}, .timeout = 3h};
    co_await call(std::move(open));
  }

  awaitable<void> submit() {
    Submit verb{.tasks = {}};
    for (std::uint64_t count = chance_.between(1, 3); count > 0; --count) {
      NewTask task{
          .id = TaskId::make(), .kind = KindName::of(chance_.percent(50) ? "build" : "test"), .payload = body()};
      task.priority = static_cast<std::uint32_t>(chance_.between(499, 501));
      task.max_attempts = 2;
      if (!verb.tasks.empty() && chance_.percent(30)) task.depends_on.push_back(verb.tasks.front().id);
      verb.tasks.push_back(std::move(task));
    }
    co_await call(std::move(verb));
  }

  awaitable<void> take_and_settle() {
    Claim claim{.agent = agent_, .incarnation = incarnation_, .claim_id = ClaimId::of(fresh("claim")), .lease = 3h};
    std::optional<Grant> grant = (co_await call(std::move(claim))).value_or(std::nullopt);
    for (int rounds = 0; grant && rounds < 3; ++rounds) {
      SetResult handed{.task = grant->task.id, .attempt = grant->task.attempt, .value = body(), .ttl = 3h};
      co_await call(std::move(handed));
      Settle settle{.fence = grant->fence, .kind = SettleKind::complete, .body = body()};
      if (chance_.percent(15)) settle.kind = SettleKind::fail;
      if (chance_.percent(10)) settle.kind = SettleKind::release;
      if (chance_.percent(50)) settle.next = NextClaim{.claim_id = ClaimId::of(fresh("claim")), .lease = 3h};
      const auto settled = co_await call(std::move(settle));
      grant = settled ? settled->next : std::nullopt;
    }
  }

  awaitable<void> hold_lock() {
    TryLock attempt{
        .name = LockName::of(chance_.percent(50) ? "left" : "right"), .owner = LockOwner::of(fresh("me")), .ttl = 3h};
    const auto tried = co_await call(std::move(attempt));
    if (!tried || !tried->won) co_return;
    Append guarded{.thread = thread_,
                   .id = MessageId::of(fresh("guarded")),
                   .role = MessageRole::of("agent"),
                   .body = body(),
                   .fence = LockFence{.lock = tried->lock.name, .token = tried->lock.token}};
    co_await call(std::move(guarded));
    ReleaseLock release{.name = tried->lock.name, .owner = tried->lock.owner, .token = tried->lock.token};
    co_await call(std::move(release));
  }

  awaitable<void> talk() {
    Append say{.thread = thread_, .id = MessageId::of(fresh("say")), .role = MessageRole::of("agent"), .body = body()};
    co_await call(std::move(say));
    Signal signal{.id = correlation_,
                  .name = SignalName::of("news"),
                  .version = ++signals_,
                  .body = Json::trusted(R"({"analysis":{"note":)" + body().text() + "}}")};
    co_await call(std::move(signal));
  }

  awaitable<void> record() {
    PutRecord put{.kind = RecordKind::of("diary"), .key = RecordKey::of(agent_.str()), .body = body()};
    co_await call(std::move(put));
  }

  awaitable<void> follow_log() {
    ReadGroup read{.group = GroupName::of("readers"), .consumer = ConsumerName::of(agent_.str()), .limit = 5};
    const auto deliveries = co_await call(std::move(read));
    if (!deliveries) co_return;
    Ack ack{.group = GroupName::of("readers"), .positions = {}};
    for (const Delivery& delivery : *deliveries) ack.positions.push_back(delivery.event.position);
    co_await call(std::move(ack));
  }

  Shop& shop_;
  Chance chance_;
  const AgentId agent_;
  const Incarnation incarnation_;
  const ThreadId thread_;
  const CorrelationId correlation_;
  std::uint64_t names_ = 0;
  std::uint32_t signals_ = 0;
};

}  // namespace

awaitable<void> work_in(Shop* shop, std::size_t number) {
  Caller caller(*shop, number);
  co_await caller.run();
}

}  // namespace baton::test
