#include "engine/demo.hpp"

#include <boost/asio/this_coro.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/demo_agent.hpp"
#include "engine/demo_conference.hpp"
#include "engine/demo_feeder.hpp"
#include "engine/nursery.hpp"

namespace baton {

namespace {

/// A small newsroom: each desk serves its lane, the reviewer also writes, and one at a time may change the front page.
std::vector<DemoRole> newsroom() {
  const auto desk = [](std::string_view agent, std::string_view lane, std::string_view says) {
    return DemoRole{.agent = AgentId::of(agent), .lanes = {Lane::of(lane)}, .says = says};
  };
  const auto found = "I found sources and attached my notes.";
  const auto drafted = "The draft is ready to be read.";
  const auto translated = "Translated; please check the names.";
  DemoRole reviewer = desk("reviewer", "review", "Two sentences were too long; it is good now.");
  reviewer.lanes.push_back(Lane::of("write"));
  DemoRole publisher = desk("publisher", "publish", "It is on the front page.");
  publisher.lock = LockName::of("front page");
  return {desk("researcher-1", "research", found),
          desk("researcher-2", "research", found),
          desk("writer-1", "write", drafted),
          desk("writer-2", "write", drafted),
          std::move(reviewer),
          desk("translator-1", "translate", translated),
          desk("translator-2", "translate", translated),
          std::move(publisher)};
}

}  // namespace

awaitable<void> run_demo(Store store, std::shared_ptr<ClaimDesk> desk, std::shared_ptr<Correlator> memory,
                         std::stop_token stop) {
  Nursery fleet(co_await boost::asio::this_coro::executor);
  for (auto& role : newsroom()) fleet.start(run_demo_agent(std::move(role), store, desk, stop));
  fleet.start(run_demo_feeder(store, stop));
  fleet.start(run_demo_conference(std::move(memory), stop));
  co_await fleet.join();
}

}  // namespace baton
