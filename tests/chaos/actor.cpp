#include "chaos/actor.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <iostream>
#include <map>

#include "baton/memory.hpp"
#include "baton/open.hpp"
#include "baton/supervisor.hpp"
#include "chaos/roles.hpp"
#include "support/teller.hpp"

namespace baton::test {

awaitable<void> act(Actor actor, Store store, Tell tell) {
  if (actor.role == "supervisor") return supervise(std::move(store), {.lease = stale}, {});
  if (actor.role == "correlator") return correlate(std::move(store), {.lock = stale, .instance = actor.name}, {});
  if (actor.role == "holder") return hold(std::move(actor), std::move(store), std::move(tell));
  if (actor.role == "fleet") return lead_fleet(std::move(store), std::move(tell));
  return work_as_agent(std::move(actor), std::move(store), std::move(tell));
}

int run_actor(const Actor& actor) {
  auto store = open_store(actor.url);
  if (!store) {
    std::cerr << "the actor cannot open its store: " << store.error().detail << "\n";
    return 1;
  }
  boost::asio::io_context loop{1};
  Teller teller;
  const Tell tell = [&teller](const std::string& line) { teller.tell(line + "\n"); };
  boost::asio::co_spawn(loop, act(actor, *store, tell), boost::asio::detached);
  loop.run();
  store->port()->close();
  return 0;
}

std::vector<std::string> to_arguments(const Actor& actor) {
  return {"actor", actor.role, actor.url, actor.name, std::to_string(actor.seed)};
}

Actor parse_actor(const std::vector<std::string>& arguments) {
  return {
      .role = arguments.at(1), .url = arguments.at(2), .name = arguments.at(3), .seed = std::stoull(arguments.at(4))};
}

}  // namespace baton::test
