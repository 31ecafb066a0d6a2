#include "crash/rival.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <iostream>

#include "baton/open.hpp"
#include "support/acknowledged.hpp"
#include "support/teller.hpp"

namespace baton::test {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

awaitable<void> try_once(Store store, Teller* teller, SessionId session, std::size_t number) {
  TryLock attempt{.name = LockName::of(coveted_lock),
                  .owner = LockOwner::of(session.str() + "-" + std::to_string(number)),
                  .session = session};
  const auto tried = co_await store.call(attempt);
  if (!tried) co_return;
  const Acknowledgement answer{.verb = std::move(attempt), .reply = *tried};
  teller->tell(to_line(answer));
}

awaitable<void> live(asio::io_context* loop, Store store, Teller* teller, Rival rival) {
  const SessionId session = SessionId::of(rival.name);
  const BeatSession beat{.session = session};
  co_await store.call(beat);
  for (std::size_t i = 0; i < rival.callers; ++i) {
    asio::co_spawn(*loop, try_once(store, teller, session, i), asio::detached);
  }
  asio::steady_timer pause(*loop);
  for (;;) {
    pause.expires_after(1s);
    co_await pause.async_wait(asio::use_awaitable);
    co_await store.call(beat);
  }
}

}  // namespace

int run_rival(const Rival& rival) {
  auto store = open_store(rival.url);
  if (!store) {
    std::cerr << "the rival cannot open its store: " << store.error().detail << "\n";
    return 1;
  }
  asio::io_context loop;
  Teller teller;
  asio::co_spawn(loop, live(&loop, *store, &teller, rival), asio::detached);
  loop.run();
  return 0;
}

std::vector<std::string> to_arguments(const Rival& rival) {
  return {"rival", rival.url, rival.name, std::to_string(rival.callers)};
}

Rival parse_rival(const std::vector<std::string>& arguments) {
  return {.url = arguments.at(1), .name = arguments.at(2), .callers = std::stoul(arguments.at(3))};
}

}  // namespace baton::test
