#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <deque>

#include "support/daemon_process.hpp"
#include "support/http_client.hpp"
#include "support/programs.hpp"
#include "support/temporary_directory.hpp"

// A daemon that may open no more files. No sanitizer bears that, so this is left out where there is one.

namespace baton::test {

/// A connection that cannot be taken stays in line, and is tried again ten times a second.
TEST(HttpDescriptors, that_run_out_are_told_once_and_again_when_it_is_over) {
  const TemporaryDirectory folder;
  DaemonProcess daemon(folder, {"serve", "--store", "memory:"});
  rlimit before{};
  ASSERT_EQ(::prlimit(daemon.pid(), RLIMIT_NOFILE, nullptr, &before), 0);
  const rlimit few{.rlim_cur = daemon.open_descriptors() + 2, .rlim_max = before.rlim_max};
  ASSERT_EQ(::prlimit(daemon.pid(), RLIMIT_NOFILE, &few, nullptr), 0);
  {
    std::deque<HttpClient> crowd;
    for (int i = 0; i < 10; ++i) crowd.emplace_back(daemon.port());
    EXPECT_TRUE(daemon.says("cannot accept connections: ", 1, std::chrono::seconds{30})) << daemon.output();
    EXPECT_FALSE(daemon.says("cannot accept", 2, std::chrono::seconds{1})) << daemon.output();
  }
  ASSERT_EQ(::prlimit(daemon.pid(), RLIMIT_NOFILE, &before, nullptr), 0);
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds{30};
  const auto is_over = [&daemon] { return daemon.says("connections are accepted again", 1, std::chrono::seconds{0}); };
  while (!is_over() && std::chrono::steady_clock::now() < until) {
    EXPECT_EQ(daemon.connect().request("GET", "/livez", "", {}).status, 200);
    wait_briefly();
  }
  EXPECT_TRUE(is_over()) << daemon.output();
}

}  // namespace baton::test
