#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <iostream>
#include <string>
#include <vector>

#include "crash/survivor.hpp"
#include "support/chance.hpp"
#include "support/powercut.hpp"
#include "support/seed.hpp"

/// Deaths that a store has to live through, of those who work on it and of the server under it.
namespace baton::test {

/// Long mode: everything that we promise, and not only so much that the mechanics are seen to work.
bool is_long();

/// Workers of new stores die at random moments, five each; nothing that was acknowledged may be lost.
void kill_workers(const std::function<std::string()>& url_of_new_store);

/// A worker that ends when it is killed.
Workload endless();

/// A server dies under load, five times for each worker; nothing may be lost and the fleet goes on. `Server` can be
/// killed and started again.
template <class Server>
void kill_server(Server& server, int workers) {
  Chance chance(drawn_seed());
  Survivor store(server.url());
  constexpr int kills_a_life = 5;
  for (int life = 0; life < workers; ++life) {
    Child worker = store.start(endless());
    for (int kill = 0; kill < kills_a_life; ++kill) {
      store.listen(worker, chance.between(100, 1500));
      server.kill();
      server.start();
      ASSERT_TRUE(store.hears_after(worker, std::chrono::steady_clock::now(), std::chrono::seconds{5}))
          << "life " << life;
    }
    worker.kill();
    store.bury(worker);
    ASSERT_THAT(store.examine(), ::testing::IsEmpty()) << "life " << life;
  }
  std::cout << workers * kills_a_life << " kills, " << store.acknowledged() << " acknowledged writes\n";
}

/// The power of the machine is cut that often, with the server's data on that disk; what was lost.
template <class Server>
std::vector<std::string> cut_power(CuttableDisk& disk, Server& server, int cuts) {
  Chance chance(drawn_seed());
  Survivor store(server.url());
  for (int done = 0; done < cuts; ++done) {
    Child worker = store.start(endless());
    store.listen(worker, chance.between(50, 1000));
    store.bury(worker, disk.cut());
    server.kill();
    disk.restore();
    server.start();
    if (auto wrong = store.examine(); !wrong.empty()) return wrong;
  }
  std::cout << cuts << " cuts, " << store.acknowledged() << " acknowledged writes\n";
  return {};
}

}  // namespace baton::test
