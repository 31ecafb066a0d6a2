#include "crash/workload.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <iostream>
#include <thread>

#include "baton/open.hpp"
#include "crash/caller.hpp"
#include "support/teller.hpp"

namespace baton::test {
namespace {

namespace asio = boost::asio;

awaitable<void> import_again(Store store) {
  Freeze freeze{.frozen = true};
  co_await store.call(freeze);
  Export request{.limit = 500};
  do {
    auto page = co_await store.call(request);
    if (!page) co_return;
    request.after = page->next;
    Import rows{.rows = std::move(page->rows)};
    co_await store.call(std::move(rows));
  } while (!request.after.empty());
  Freeze thaw{.frozen = false};
  co_await store.call(thaw);
}

void serve(Shop& shop, const Workload& workload) {
  asio::io_context loop;
  std::vector<std::future<void>> running;
  if (workload.imports) running.push_back(asio::co_spawn(loop, import_again(shop.store), asio::use_future));
  for (std::size_t i = 0; i < workload.callers; ++i) {
    running.push_back(asio::co_spawn(loop, work_in(&shop, i), asio::use_future));
  }
  {
    const std::jthread second([&loop] { loop.run(); });
    loop.run();
  }
  for (auto& caller : running) caller.get();
}

}  // namespace

int work(const Workload& workload) {
  auto store = open_store(workload.url);
  if (!store) {
    std::cerr << "the worker cannot open its store: " << store.error().detail << "\n";
    return 1;
  }
  Teller teller;
  Shop shop{.store = *store,
            .round = workload.round,
            .payload_bytes = workload.payload_bytes,
            .most_calls = workload.calls,
            .tell = [&teller](const Acknowledgement& told) { teller.tell(to_line(told)); }};
  serve(shop, workload);
  store->port()->close();
  return 0;
}

std::vector<std::string> to_arguments(const Workload& workload) {
  return {"worker",
          workload.url,
          workload.round,
          std::to_string(workload.callers),
          std::to_string(workload.calls),
          std::to_string(workload.payload_bytes),
          workload.imports ? "imports" : "-"};
}

Workload parse_workload(const std::vector<std::string>& arguments) {
  return {.url = arguments.at(1),
          .round = arguments.at(2),
          .callers = std::stoul(arguments.at(3)),
          .calls = std::stoul(arguments.at(4)),
          .payload_bytes = std::stoul(arguments.at(5)),
          .imports = arguments.at(6) == "imports"};
}

}  // namespace baton::test
