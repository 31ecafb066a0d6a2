#include "engine/demo_conference.hpp"

#include <array>
#include <boost/asio/this_coro.hpp>
#include <chrono>
#include <random>
#include <string>
#include <string_view>

#include "engine/demo_topics.hpp"
#include "engine/rest.hpp"

namespace baton {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr seconds between{6};
constexpr seconds patience{5};
constexpr seconds overslept = patience + seconds{2};
constexpr std::array<std::string_view, 4> desks{"research", "writing", "review", "translation"};
constexpr std::uint32_t enough = 3;
constexpr unsigned late_in_a_hundred = 20;

class DemoConference {
 public:
  DemoConference(const boost::asio::any_io_executor& executor, std::shared_ptr<Correlator> memory, std::stop_token stop)
      : memory_(std::move(memory)), rest_(executor, std::move(stop)) {}

  awaitable<void> run();

 private:
  awaitable<bool> meet(CorrelationId id);
  awaitable<void> vote(CorrelationId id, std::string_view desk);
  unsigned roll(unsigned sides) { return static_cast<unsigned>(random_()) % sides; }

  std::shared_ptr<Correlator> memory_;
  Rest rest_;
  std::minstd_rand random_{std::random_device{}()};
};

awaitable<void> DemoConference::run() {
  while (co_await rest_.wait(between)) {
    OpenCorrelation agenda{.id = CorrelationId::of("front-page-" + make_unique_text().substr(28)),
                           .expected = {},
                           .min_agents = enough,
                           .timeout = patience,
                           .pattern = "weighted_vote"};
    for (const auto desk : desks) agenda.expected.push_back(SignalName::of(desk));
    const auto id = agenda.id;
    if (const auto opened = co_await memory_->open(std::move(agenda)); !opened) continue;
    if (!co_await meet(id)) co_return;
  }
}

/// Whether there is time for another.
awaitable<bool> DemoConference::meet(CorrelationId id) {
  const bool sleepy = roll(100) < late_in_a_hundred;
  const std::string_view sleeper = sleepy ? desks.at(roll(desks.size())) : "";
  for (const auto desk : desks) {
    if (desk == sleeper) continue;
    if (!co_await rest_.wait(milliseconds{200 + roll(800)})) co_return false;
    co_await vote(id, desk);
  }
  if (!sleepy) co_return true;
  const bool awake = co_await rest_.wait(overslept);
  if (awake) co_await vote(std::move(id), sleeper);
  co_return awake;
}

/// Nothing of it is repeated when it fails: the others decide without it.
awaitable<void> DemoConference::vote(CorrelationId id, std::string_view desk) {
  const auto topic = demo_topics.at(roll(demo_topics.size()));
  Signal signal{.id = std::move(id),
                .name = SignalName::of(desk),
                .body = Json::trusted(R"({"agent_version":"demo","analysis":{"choice":")" + std::string(topic) +
                                      R"(","confidence":0.)" + std::to_string(50 + roll(50)) + "}}")};
  static_cast<void>(co_await memory_->signal(std::move(signal)));
}

}  // namespace

awaitable<void> run_demo_conference(std::shared_ptr<Correlator> memory, std::stop_token stop) {
  DemoConference conference(co_await boost::asio::this_coro::executor, std::move(memory), std::move(stop));
  co_await conference.run();
}

}  // namespace baton
