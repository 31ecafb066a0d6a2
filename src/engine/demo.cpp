#include "engine/demo.hpp"

#include <boost/asio/this_coro.hpp>

#include "engine/demo_agent.hpp"
#include "engine/demo_feeder.hpp"
#include "engine/nursery.hpp"

namespace baton {

awaitable<void> run_demo(Store store, std::shared_ptr<ClaimDesk> desk, std::stop_token stop) {
  Nursery fleet(co_await boost::asio::this_coro::executor);
  const DemoRole researcher{.agent = AgentId::of("researcher"), .lanes = {Lane::of("research")}};
  const DemoRole writer{.agent = AgentId::of("writer"), .lanes = {Lane::of("write")}};
  const DemoRole reviewer{.agent = AgentId::of("reviewer"), .lanes = {Lane::of("review"), Lane::of("write")}};
  for (const auto& role : {researcher, writer, reviewer}) fleet.start(run_demo_agent(role, store, desk, stop));
  fleet.start(run_demo_feeder(store, stop));
  co_await fleet.join();
}

}  // namespace baton
