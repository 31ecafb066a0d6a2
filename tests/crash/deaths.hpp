#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "crash/survivor.hpp"
#include "support/chance.hpp"
#include "support/effort.hpp"
#include "support/powercut.hpp"
#include "support/seed.hpp"

/// Deaths that a store has to live through, of those who work on it and of the server under it.
namespace baton::test {

constexpr std::string_view until_progress = "until there was progress after a heal";

/// Acknowledgements between two deaths, at most: what is tried is the moment, and moments are many in a short life, too.
constexpr std::uint64_t most_between_deaths = 300;

/// Workers of new stores die at random moments, five each; nothing that was acknowledged may be lost.
void kill_workers(const std::function<std::string()>& url_of_new_store);

/// A worker that ends when it is killed.
Workload endless();

/// A server dies under load, five times for each worker; nothing may be lost and the fleet goes on. `Server` can be
/// killed and started again, and is called `name`.
template <class Server>
void kill_server(Server& server, const std::string& name, std::uint64_t workers) {
  const std::uint64_t seed = drawn_seed();
  Chance chance(seed);
  Survivor store(server.url(), seed);
  LongestWait healed;
  constexpr std::uint64_t kills_a_life = 5;
  for (std::uint64_t life = 0; life < workers; ++life) {
    Child worker = store.start(endless());
    for (std::uint64_t kill = 0; kill < kills_a_life; ++kill) {
      store.listen(worker, chance.between(1, most_between_deaths));
      server.kill();
      server.start();
      const auto heal = std::chrono::steady_clock::now();
      const auto told = store.hears_after(worker, heal, std::chrono::seconds{5});
      ASSERT_TRUE(told) << "no progress within 5 s of a heal, in life " << life << ", " << origin(seed);
      healed.note(heal, told->at);
    }
    worker.kill();
    store.bury(worker);
    ASSERT_THAT(store.examine(), ::testing::IsEmpty()) << "life " << life << ", " << origin(seed);
  }
  tell_figure(workers * kills_a_life, "kills of the server: " + name);
  healed.tell(until_progress);
  tell_figure(store.acknowledged(), "acknowledged writes looked for after kills");
}

/// The power of the machine is cut that often, with the server's data on that disk; what was lost.
template <class Server>
std::vector<std::string> cut_power(CuttableDisk& disk, Server& server, const std::string& name, std::uint64_t cuts) {
  const std::uint64_t seed = drawn_seed();
  Chance chance(seed);
  Survivor store(server.url(), seed);
  for (std::uint64_t done = 0; done < cuts; ++done) {
    Child worker = store.start(endless());
    store.listen(worker, chance.between(1, most_between_deaths));
    store.bury(worker, disk.cut());
    server.kill();
    disk.restore();
    server.start();
    if (auto wrong = store.examine(); !wrong.empty()) return wrong;
  }
  tell_figure(cuts, "power cuts under " + name);
  tell_figure(store.acknowledged(), "acknowledged writes looked for after power cuts");
  return {};
}

}  // namespace baton::test
