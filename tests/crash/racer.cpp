#include "crash/racer.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <iostream>

#include "baton/open.hpp"
#include "support/acknowledged.hpp"
#include "support/teller.hpp"

namespace baton::test {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

std::string line_about(Verb verb, Reply reply) {
  return to_line({.verb = std::move(verb), .reply = std::move(reply), .at = std::chrono::steady_clock::now()});
}

/// Assigns a task to its agent as a supervisor does, and settles it in the agent's name.
awaitable<void> assign_all(Store store, Teller* teller, AgentId agent) {
  const auto incarnation = Incarnation::of("1");
  Register enter{.agent = agent, .incarnation = incarnation, .lanes = {Lane::of("*")}, .ttl = 1h};
  co_await store.call(std::move(enter));
  for (std::uint64_t number = 0;; ++number) {
    Claim claim{.agent = agent,
                .incarnation = incarnation,
                .claim_id = ClaimId::of("c" + std::to_string(number)),
                .lease = 1h,
                .pushed = true};
    const auto grant = co_await store.call(claim);
    if (!grant || !*grant) co_return;
    teller->tell(line_about(std::move(claim), *grant));
    Settle settle{.fence = (*grant)->fence, .body = Json::string(agent.str())};
    const auto settled = co_await store.call(settle);
    if (!settled) co_return;
    teller->tell(line_about(std::move(settle), *settled));
  }
}

}  // namespace

int run_race(const Race& race) {
  auto store = open_store(race.url);
  if (!store) {
    std::cerr << "the racer cannot open its store: " << store.error().detail << "\n";
    return 1;
  }
  asio::io_context loop;
  Teller teller;
  for (std::size_t i = 0; i < race.callers; ++i) {
    const AgentId agent = AgentId::of(race.name + "-" + std::to_string(i));
    asio::co_spawn(loop, assign_all(*store, &teller, agent), asio::detached);
  }
  loop.run();
  store->port()->close();
  return 0;
}

std::vector<std::string> to_arguments(const Race& race) {
  return {"racer", race.url, race.name, std::to_string(race.callers)};
}

Race parse_race(const std::vector<std::string>& arguments) {
  return {.url = arguments.at(1), .name = arguments.at(2), .callers = std::stoul(arguments.at(3))};
}

}  // namespace baton::test
