#include <gmock/gmock.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "baton/blocking.hpp"
#include "baton/open.hpp"
#include "support/daemon_process.hpp"

// Stored correlations get a new version of their schema while the daemon serves them.

namespace baton::test {
namespace {

using ::testing::HasSubstr;
using namespace std::chrono_literals;

std::string stored_id(std::size_t number) { return "old-" + std::to_string(1'000'000 + number); }

/// As a program of the time of 1.0.0 left them.
void store_old(const std::string& url, std::size_t count) {
  auto opened = open_store(url);
  ASSERT_TRUE(opened) << opened.error().detail;
  BlockingStore store(*opened);
  std::vector<std::jthread> writers;
  constexpr std::size_t at_once = 64;
  for (std::size_t thread = 0; thread < at_once; ++thread) {
    writers.emplace_back([&store, thread, count] {
      for (std::size_t i = thread; i < count; i += at_once) {
        OpenCorrelation old{.id = CorrelationId::of(stored_id(i)),
                            .expected = {SignalName::of("a"), SignalName::of("b")},
                            .timeout = 24h};
        old.document = Json::trusted(
            R"({"schema":"correlation_state","schema_version":"1.0.0","metadata":{"expected_agents":["a","b"]}})");
        EXPECT_TRUE(store.call(std::move(old)));
      }
    });
  }
  writers.clear();
  opened->port()->close();
}

/// Reads one after the other until it is told to stop; what was answered with anything but a whole document.
class Reader {
 public:
  Reader(const DaemonProcess& daemon, std::size_t count) : thread_([this, &daemon, count] { read(daemon, count); }) {}
  std::size_t stop() {
    stopped_ = true;
    thread_.join();
    EXPECT_GT(reads_, 0U);
    return faults_;
  }

 private:
  void read(const DaemonProcess& daemon, std::size_t count) {
    for (std::size_t i = 0; !stopped_; i = (i + 7919) % count) {
      const auto state = daemon.call("GET", "/v1/correlations/" + stored_id(i) + "/state");
      if (state.status != 200 || !state.body.contains(R"("min_agents":2)")) ++faults_;
      ++reads_;
    }
  }

  std::atomic<bool> stopped_ = false;
  std::size_t faults_ = 0;
  std::size_t reads_ = 0;
  std::thread thread_;
};

TEST(SchemaMigration, goes_on_where_it_was_killed_and_no_reader_notices) {
  const std::size_t count = std::getenv("BATON_LONG") != nullptr ? 100'000 : 3'000;
  const TemporaryDirectory folder;
  const std::string url = "sqlite:" + (folder.path() / "state.db").string();
  store_old(url, count);
  const DaemonProcess daemon(folder, {"serve", "--store", url, "--assign", "pull"});
  const std::string address = "BATON_URL=http://127.0.0.1:" + std::to_string(daemon.port());
  Reader reader(daemon, count);
  {
    Program migration(folder, {"schema", "migrate"}, {address});
    while (!daemon.call("GET", "/v1/correlations/" + stored_id(500)).body.contains(R"("schema_version":"1.1.0")")) {
    }
    migration.signal(SIGKILL);
    EXPECT_FALSE(migration.wait(10s)) << "it was killed at work";
  }
  const auto run = [&](const std::vector<std::string>& arguments) {
    Program program(folder, arguments, {address});
    EXPECT_EQ(program.wait(600s), 0) << program.output();
    return program.output();
  };
  EXPECT_LT(std::stoull(json_word(run({"schema", "migrate", "--json"}), "examined")), count)
      << "it went on where the first one was";
  EXPECT_THAT(run({"schema", "check", "--json"}),
              HasSubstr(R"("migrated":0,"current":)" + std::to_string(count) + R"(,"failed":0)"));
  EXPECT_EQ(reader.stop(), 0U);
}

}  // namespace
}  // namespace baton::test
