#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>
#include <stdexcept>
#include <thread>

#include "linearizability/recording.hpp"
#include "support/chance.hpp"

namespace baton::test {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

constexpr std::size_t things = 4;  ///< of each kind: few enough that the clients meet
constexpr std::size_t lanes_served = 3;

/// One client: an agent, an owner of locks, a writer of records and a mover of agents.
class RecordingClient {
 public:
  RecordingClient(Store store, Recording& recording, std::size_t number, std::uint64_t seed)
      : store_(std::move(store)),
        recording_(recording),
        chance_(seed),
        number_(static_cast<ClaimRules::Number>(number)),
        agent_(AgentId::of(recording.own("agent-" + std::to_string(number)))),
        owner_("client-" + std::to_string(number)),
        lane_("lane-" + std::to_string(number % lanes_served)) {}

  awaitable<void> run() {
    co_await enter(agent_);
    for (std::size_t i = 0; i < things; ++i) co_await enter(mover(i));
    while (recording_.take_turn()) {
      switch (chance_.below(4)) {
        case 0: co_await use_lock(); break;
        case 1: co_await use_record(); break;
        case 2: co_await move_agent(); break;
        default: co_await work();
      }
      // A store that answers at once would otherwise let one client run through.
      co_await asio::post(co_await asio::this_coro::executor, asio::use_awaitable);
    }
  }

 private:
  template <class V>
  struct Heard {
    Moment began;
    std::optional<Result<typename V::Reply>> outcome;  ///< nothing: there was no answer
    Moment ended;

    /// With the answer, if there was one.
    template <class Rules>
    Operation<Rules> as(typename Rules::Call call, typename Rules::Answer answer) const {
      if (!outcome) return {.call = std::move(call), .began = began};
      return {.call = std::move(call), .answer = std::move(answer), .began = began, .ended = ended};
    }
    bool refused() const { return outcome && !*outcome; }
    explicit operator bool() const { return outcome && *outcome; }
    const typename V::Reply& operator*() const { return **outcome; }
  };

  template <class V>
  awaitable<Heard<V>> call(V verb) {
    Heard<V> heard{.began = recording_.now(), .outcome = {}, .ended = 0};
    auto outcome = co_await store_.call(std::move(verb));
    heard.ended = recording_.now();
    if (outcome || outcome.error().code != Errc::unavailable) heard.outcome = std::move(outcome);
    co_return heard;
  }

  AgentId mover(std::size_t i) const { return AgentId::of(recording_.own("mover-" + std::to_string(i))); }

  /// All of them register the movers: the same incarnation again changes nothing.
  awaitable<void> enter(AgentId agent) {
    for (bool in = false; !in;) {
      Register verb{.agent = agent,
                    .incarnation = Incarnation::of("one"),
                    .lanes = {Lane::of(recording_.own(lane_))},
                    .ttl = 24h};
      const auto heard = co_await call(std::move(verb));
      if (heard.refused()) throw std::runtime_error("an agent cannot register: " + heard.outcome->error().detail);
      in = static_cast<bool>(heard);
    }
  }

  awaitable<void> use_lock() {
    const std::size_t i = chance_.below(things);
    const std::string thing = "lock-" + std::to_string(i);
    const auto name = LockName::of(recording_.own(thing));
    if (tokens_[i] == 0 && chance_.percent(70)) {
      TryLock verb{.name = name, .owner = LockOwner::of(owner_), .ttl = 24h};
      const auto heard = co_await call(std::move(verb));
      LockRules::Answer answer;
      if (heard) answer = {.yes = (*heard).won, .owner = (*heard).lock.owner.str(), .token = (*heard).lock.token.value};
      if (answer.yes) tokens_[i] = answer.token;
      recording_.keep(thing, heard.template as<LockRules>({.kind = LockRules::Kind::take, .owner = owner_}, answer));
    } else if (tokens_[i] == 0) {
      InspectLock verb{.name = name};
      const auto heard = co_await call(std::move(verb));
      LockRules::Answer answer;
      if (heard && *heard) answer = {.yes = true, .owner = (*heard)->owner.str(), .token = (*heard)->token.value};
      recording_.keep(thing, heard.template as<LockRules>({.kind = LockRules::Kind::look}, answer));
    } else {
      co_await use_held_lock(i, thing, name);
    }
  }

  awaitable<void> use_held_lock(std::size_t i, std::string thing, LockName name) {
    const std::uint64_t token = tokens_[i];
    LockRules::Call asked{.kind = LockRules::Kind::renew, .owner = owner_, .token = token};
    if (chance_.percent(40)) {
      RenewLock verb{.name = name, .owner = LockOwner::of(owner_), .token = LockToken{token}, .ttl = 24h};
      const auto heard = co_await call(std::move(verb));
      const LockRules::Answer answer{.yes = static_cast<bool>(heard), .refused = heard.refused()};
      recording_.keep(thing, heard.template as<LockRules>(asked, answer));
      co_return;
    }
    asked.kind = LockRules::Kind::free;
    // Now and then with a token that is not the lock's.
    if (chance_.one_in(10)) --asked.token;
    ReleaseLock verb{.name = name, .owner = LockOwner::of(owner_), .token = LockToken{asked.token}};
    const auto heard = co_await call(std::move(verb));
    const LockRules::Answer answer{.yes = heard && *heard, .refused = heard.refused()};
    if (asked.token == token) tokens_[i] = 0;
    recording_.keep(thing, heard.template as<LockRules>(asked, answer));
  }

  awaitable<void> use_record() {
    const std::size_t i = chance_.below(things);
    const std::string thing = "record-" + std::to_string(i);
    const auto kind = RecordKind::of("note");
    const auto key = RecordKey::of(recording_.own(thing));
    if (chance_.percent(30)) {
      GetRecord verb{.kind = kind, .key = key};
      const auto heard = co_await call(std::move(verb));
      RecordRules::Answer answer{.refused = heard.refused()};
      if (heard) answer = {.version = (*heard).version.value, .body = std::string((*heard).body.text())};
      versions_[i] = answer.version;
      recording_.keep(thing, heard.template as<RecordRules>({}, answer));
      co_return;
    }
    const std::string body = std::to_string(number_ * 100'000 + ++bodies_);
    RecordRules::Call asked{.body = body};
    PutRecord verb{.kind = kind, .key = key, .body = Json::parse(body).value()};
    if (chance_.percent(85)) {
      asked.expected = versions_[i];
      verb.expected = Version{versions_[i]};
    }
    const auto heard = co_await call(std::move(verb));
    RecordRules::Answer answer;
    if (heard) answer = {.version = (*heard).version.value, .body = std::string((*heard).body.text())};
    if (heard.refused()) answer = {.refused = true, .version = std::stoull(heard.outcome->error().actual)};
    if (heard.outcome) versions_[i] = answer.version;
    recording_.keep(thing, heard.template as<RecordRules>(asked, answer));
  }

  awaitable<void> move_agent() {
    const std::size_t i = chance_.below(things);
    const std::string thing = "mover-" + std::to_string(i);
    AgentRules::Answer answer;
    if (chance_.percent(20)) {
      GetAgent verb{.agent = mover(i)};
      const auto heard = co_await call(std::move(verb));
      if (heard) states_[i] = answer.state = (*heard).state;
      recording_.keep(thing, heard.template as<AgentRules>({}, answer));
      co_return;
    }
    const AgentState believed = states_[i];
    const AgentRules::Call asked{.expected = believed,
                                 .event = believed == AgentState::idle ? AgentEvent::drain : AgentEvent::resume};
    Transition verb{.agent = mover(i), .expected = believed, .event = asked.event};
    const auto heard = co_await call(std::move(verb));
    if (heard) answer.state = (*heard).state;
    if (heard.refused()) answer = {.conflict = true, .state = *parse_agent_state(heard.outcome->error().actual)};
    if (heard.outcome) states_[i] = answer.state;
    recording_.keep(thing, heard.template as<AgentRules>(asked, answer));
  }

  awaitable<void> work() {
    if (chance_.percent(35)) {
      co_await submit();
    } else if (!grant_) {
      co_await claim();
    } else {
      co_await settle();
    }
  }

  awaitable<void> submit() {
    NewTask task{.id = TaskId::make(), .kind = KindName::of("work"), .lane = Lane::of(recording_.own(lane_))};
    task.priority = static_cast<std::uint32_t>(chance_.between(500, 501));
    const ClaimRules::Call asked{
        .kind = ClaimRules::Kind::submit, .task = recording_.number_of(lane_, task.id), .priority = task.priority};
    Submit verb{.tasks = {std::move(task)}};
    const auto heard = co_await call(std::move(verb));
    recording_.keep(lane_, heard.template as<ClaimRules>(asked, {.refused = heard.refused()}));
  }

  /// A claim or settle without an answer is repeated with the next turn, so that the agent always knows what it holds.
  awaitable<void> claim() {
    if (!claiming_) ++claims_;
    const ClaimRules::Call asked{
        .kind = ClaimRules::Kind::claim, .agent = number_, .claim = number_ * 100'000 + claims_};
    Claim verb{.agent = agent_,
               .incarnation = Incarnation::of("one"),
               .claim_id = ClaimId::of("claim-" + std::to_string(asked.claim)),
               .lease = 24h};
    const auto heard = co_await call(std::move(verb));
    claiming_ = !heard.outcome;
    ClaimRules::Answer answer{.refused = heard.refused()};
    if (heard && *heard) {
      grant_ = **heard;
      answer.task = recording_.number_of(lane_, grant_->task.id);
      answer.attempt = static_cast<ClaimRules::Number>(grant_->task.attempt.value);
      recording_.saw(lane_, answer.task, grant_->task.seq);
    }
    recording_.keep(lane_, heard.template as<ClaimRules>(asked, answer));
  }

  awaitable<void> settle() {
    if (!settling_) settling_ = chance_.percent(75) ? SettleKind::complete : SettleKind::release;
    const ClaimRules::Call asked{
        .kind = *settling_ == SettleKind::complete ? ClaimRules::Kind::complete : ClaimRules::Kind::release,
        .agent = number_,
        .task = recording_.number_of(lane_, grant_->task.id),
        .attempt = static_cast<ClaimRules::Number>(grant_->task.attempt.value)};
    Settle verb{.fence = grant_->fence, .kind = *settling_};
    const auto heard = co_await call(std::move(verb));
    if (heard.outcome) {
      grant_.reset();
      settling_.reset();
    }
    recording_.keep(lane_, heard.template as<ClaimRules>(asked, {.refused = heard.refused()}));
  }

  Store store_;
  Recording& recording_;
  Chance chance_;
  const ClaimRules::Number number_;
  const AgentId agent_;
  const std::string owner_;
  const std::string lane_;
  std::array<std::uint64_t, things> tokens_{};
  std::array<std::uint64_t, things> versions_{};
  std::array<AgentState, things> states_{};
  std::optional<Grant> grant_;
  std::optional<SettleKind> settling_;
  bool claiming_ = false;
  ClaimRules::Number claims_ = 0;
  ClaimRules::Number bodies_ = 0;
};

awaitable<void> look_for(Store store, Recording& recording, std::string lane, TaskId task) {
  for (;;) {
    const auto found = co_await store.call(GetTask{.task = task});
    if (found) co_return recording.saw(lane, recording.number_of(lane, task), found->seq);
    if (found.error().code == Errc::not_found) co_return recording.missed(lane, task);
    if (found.error().code != Errc::unavailable)
      throw std::runtime_error("a task cannot be read: " + found.error().detail);
  }
}

}  // namespace

void look_for_lost_tasks(const Store& store, Recording& recording) {
  asio::io_context loop(1);
  std::vector<std::future<void>> looks;
  for (const auto& [lane, task] : recording.unplaced()) {
    looks.push_back(asio::co_spawn(loop, look_for(store, recording, lane, task), asio::use_future));
  }
  loop.run();
  for (auto& look : looks) look.get();
}

void record(const Store& store, Recording& recording, std::size_t clients, std::uint64_t seed) {
  asio::io_context loop;
  std::vector<std::unique_ptr<RecordingClient>> crowd;
  std::vector<std::future<void>> running;
  for (std::size_t i = 1; i <= clients; ++i) {
    crowd.push_back(std::make_unique<RecordingClient>(store, recording, i, seed * 1000 + i));
    running.push_back(asio::co_spawn(loop, crowd.back()->run(), asio::use_future));
  }
  {
    const std::jthread second([&loop] { loop.run(); });
    loop.run();
  }
  for (auto& client : running) client.get();
}

}  // namespace baton::test
