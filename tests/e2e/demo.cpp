#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <string>
#include <thread>

#include "support/daemon_process.hpp"

namespace baton::test {

namespace {

using std::chrono::seconds;

std::size_t occurrences(const std::string& text, const std::string& what) {
  std::size_t count = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++count;
  return count;
}

std::size_t completed(const DaemonProcess& daemon) {
  return occurrences(daemon.call("GET", "/v1/tasks?status=completed").body, "\"seq\":");
}

}  // namespace

TEST(Demo, the_fleet_completes_whole_graphs_and_an_interrupt_ends_it_cleanly) {
  const TemporaryDirectory folder;
  DaemonProcess daemon(folder, {"dev", "--store", "memory:"});
  const auto give_up = std::chrono::steady_clock::now() + seconds{60};
  while (completed(daemon) < 3 && std::chrono::steady_clock::now() < give_up) {
    std::this_thread::sleep_for(std::chrono::milliseconds{50});
  }
  EXPECT_GE(completed(daemon), 3U) << daemon.output();
  EXPECT_EQ(occurrences(daemon.call("GET", "/v1/agents").body, "\"registered_at\""), 3U);
  daemon.signal(SIGINT);
  EXPECT_EQ(daemon.wait(seconds{10}), 0) << daemon.output();
  for (const char* told : {"listens on", "curl", "researcher", "joined", "completed", "signed off"}) {
    EXPECT_NE(daemon.output().find(told), std::string::npos) << told << " is missing in:\n" << daemon.output();
  }
}

}  // namespace baton::test
