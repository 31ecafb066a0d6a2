#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <memory>
#include <numeric>
#include <thread>

#include "crash/deaths.hpp"
#include "support/door.hpp"
#include "support/postgres_process.hpp"
#include "support/redis_process.hpp"
#include "support/sse_client.hpp"
#include "support/store_fixture.hpp"

/// A daemon that is killed again and again, and clients that follow the log from whichever daemon there is.
namespace baton::test {
namespace {

using std::chrono::seconds;

/// What one client was told, and how far all of them are to go.
class Follower {
 public:
  explicit Follower(Door& door) : door_(door) {}

  /// Until it was told that many events; comes back with the last id whenever the stream ends.
  void run(std::size_t events) {
    std::string last_id = "0";
    while (seen_.size() < events && door_.port() != 0) {
      const auto port = door_.port();
      SseClient stream(port, door_.token(), "/v1/events/stream?keep_alive=1", {{"Last-Event-ID", last_id}});
      while (seen_.size() < events) {
        const auto event = stream.next();
        if (!event) break;
        seen_.push_back(event->position());
      }
      // The id of a keep-alive counts as well; one that came before its event would lose the event.
      if (!stream.last_id().empty()) last_id = stream.last_id();
      if (seen_.size() < events) door_.wait_for_another(port);
    }
  }
  const std::vector<std::uint64_t>& seen() const { return seen_; }

 private:
  Door& door_;
  std::vector<std::uint64_t> seen_;
};

/// Submits one task after the other, each of them once, whoever answers.
void submit_all(Door& door, std::size_t tasks, std::atomic<std::size_t>& submitted) {
  for (std::size_t i = 0; i < tasks; ++i) {
    const std::string body = R"({"id":")" + new_task_id().str() + R"(","kind":"work"})";
    for (bool stored = false; !stored && door.port() != 0;) {
      const auto port = door.port();
      HttpClient client(port);
      if (client.connected()) {
        stored =
            client.request("POST", "/v1/tasks", body, {{"Authorization", "Bearer " + door.token()}}).status / 100 == 2;
      }
      if (!stored) door.wait_for_another(port);
    }
    submitted = i + 1;
    submitted.notify_all();
  }
}

void kill_followed_daemons(const std::string& url, const TemporaryDirectory& folder = {}) {
  constexpr int clients = 5;
  const std::size_t kills = amount(5, 5, 40);
  const std::size_t tasks = kills * 40;
  const std::vector<std::string> serve{"serve", "--store", url, "--assign", "pull"};
  auto daemon = std::make_unique<DaemonProcess>(folder, serve);
  Door door(*daemon);
  std::vector<std::unique_ptr<Follower>> followers;
  for (int i = 0; i < clients; ++i) followers.push_back(std::make_unique<Follower>(door));
  std::atomic<std::size_t> submitted = 0;
  {
    std::vector<std::jthread> crowd;
    for (auto& follower : followers) crowd.emplace_back([&follower, tasks] { follower->run(tasks); });
    crowd.emplace_back([&] { submit_all(door, tasks, submitted); });
    for (std::size_t kill = 1; kill <= kills; ++kill) {
      const std::size_t due = tasks * kill / (kills + 1);
      for (auto now = submitted.load(); now < due; now = submitted.load()) submitted.wait(now);
      daemon->signal(SIGKILL);
      (void)daemon->wait(seconds{10});
      daemon = std::make_unique<DaemonProcess>(folder, serve);
      door.open(*daemon);
    }
  }
  // No agent, no supervisor's push: the log has the creation of each task and nothing else.
  std::vector<std::uint64_t> all(tasks);
  std::iota(all.begin(), all.end(), std::uint64_t{1});
  for (const auto& follower : followers) EXPECT_EQ(follower->seen(), all);
  daemon->signal(SIGTERM);
  EXPECT_EQ(daemon->wait(seconds{20}), 0) << daemon->output();
  tell_figure(kills, "kills of the daemon");
}

TEST(StreamKill, on_sqlite_every_client_is_told_each_event_once) {
  const TemporaryDirectory folder;
  kill_followed_daemons("sqlite:" + (folder.path() / "state.db").string(), folder);
}

TEST(StreamKill, on_redis_every_client_is_told_each_event_once) {
  const RedisProcess server;
  kill_followed_daemons(server.url());
}

TEST(StreamKill, on_postgres_every_client_is_told_each_event_once) {
  const PostgresProcess server;
  kill_followed_daemons(server.url());
}

}  // namespace
}  // namespace baton::test
