#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <condition_variable>
#include <csignal>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include "crash/deaths.hpp"
#include "support/daemon_process.hpp"
#include "support/door.hpp"
#include "support/invariants.hpp"
#include "support/postgres_process.hpp"
#include "support/redis_process.hpp"
#include "support/store_fixture.hpp"

/// A daemon that is killed again and again, and clients that speak HTTP with whichever daemon there is.
namespace baton::test {
namespace {

using std::chrono::seconds;
using ::testing::IsEmpty;

/// What clients were told.
class ToldTasks {
 public:
  void submitted(const std::string& task) {
    const std::lock_guard lock(mutex_);
    tasks_.try_emplace(task);
  }
  /// Whose completion counted.
  void completed(const std::string& task, const std::string& by) {
    const std::lock_guard lock(mutex_);
    auto& holder = tasks_[task];
    if (!holder.empty() && holder != by) wrong_.push_back(task + " was completed by " + holder + " and by " + by);
    holder = by;
    ++completions_;
    more_.notify_all();
  }
  std::size_t completions() const {
    const std::lock_guard lock(mutex_);
    return completions_;
  }
  /// Whether there are so many within that time.
  bool reaches(std::size_t completions, seconds within) {
    std::unique_lock lock(mutex_);
    return more_.wait_for(lock, within, [&] { return completions_ >= completions; });
  }

  std::vector<std::string> missing_in(BlockingStore& store) const {
    auto wrong = wrong_;
    for (const auto& [id, holder] : tasks_) {
      const auto task = store.call(GetTask{.task = TaskId::parse(id).value()});
      if (!task) {
        wrong.push_back(id + " is gone: " + task.error().detail);
      } else if (!holder.empty() &&
                 (task->status != TaskStatus::completed || task->result != Json::parse('"' + holder + '"').value())) {
        wrong.push_back(id + " was completed by " + holder + " and is not, or by another");
      }
    }
    return wrong;
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable more_;
  std::map<std::string, std::string> tasks_;  ///< with who completed it
  std::size_t completions_ = 0;
  std::vector<std::string> wrong_;
};

/// Submits, claims and completes until the door closes; repeats what got no answer.
class Client {
 public:
  Client(Door& door, ToldTasks& told, int number)
      : door_(door), told_(told), name_("agent-" + std::to_string(number)) {}

  void run() {
    ask("/v1/agents/" + name_ + "/register", R"({"incarnation":"one","lanes":["work"],"ttl_us":600000000})");
    for (int round = 0; door_.port() != 0; ++round) {
      const std::string task = new_task_id().str();
      if (ask("/v1/tasks", R"({"id":")" + task + R"(","kind":"work"})").status / 100 == 2) told_.submitted(task);
      work(name_ + "-" + std::to_string(round));
    }
  }

 private:
  void work(const std::string& claim) {
    const auto grant = ask("/v1/agents/" + name_ + "/claim", R"({"incarnation":"one","claim_id":")" + claim + "\"}");
    if (grant.status != 200) return;
    const std::string task = json_word(grant.body, "id");
    const std::string fence =
        R"({"agent":")" + name_ + R"(","incarnation":"one","attempt":)" + json_word(grant.body, "attempt") + "}";
    const auto done = ask("/v1/tasks/" + task + "/complete", R"({"fence":)" + fence + R"(,"result":")" + name_ + "\"}");
    if (done.status == 200 && json_word(done.body, "counted") == "true") told_.completed(task, name_);
  }

  HttpResponse ask(const std::string& target, const std::string& body) {
    const Headers headers{{"Authorization", "Bearer " + door_.token()}, {"Content-Type", "application/json"}};
    while (const std::uint16_t port = door_.port()) {
      HttpClient client(port);
      if (client.connected()) {
        auto answer = client.request("POST", target, body, headers);
        if (answer.status != 0 && answer.status != 503) return answer;
      }
      door_.wait_for_another(port);
    }
    return {};
  }

  Door& door_;
  ToldTasks& told_;
  const std::string name_;
};

void kill_daemons(const std::string& url, std::uint64_t kills, const TemporaryDirectory& folder = {}) {
  constexpr int clients = 6;
  const std::uint64_t seed = drawn_seed();
  Chance chance(seed);
  const std::vector<std::string> serve{"serve", "--store", url};
  auto daemon = std::make_unique<DaemonProcess>(folder, serve);
  Door door(*daemon);
  ToldTasks told;
  LongestWait healed;
  {
    std::vector<std::jthread> crowd;
    for (int i = 0; i < clients; ++i) crowd.emplace_back([&, i] { Client(door, told, i).run(); });
    for (std::uint64_t kill = 0; kill < kills; ++kill) {
      const auto start = std::chrono::steady_clock::now();
      const std::size_t before = told.completions();
      if (!told.reaches(before + 1, seconds{5})) {
        ADD_FAILURE() << "no progress within 5 s of a start, after " << kill << " kills, " << origin(seed);
        break;
      }
      healed.note(start);
      told.reaches(before + chance.between(1, 30), seconds{1});
      daemon->signal(SIGKILL);
      (void)daemon->wait(seconds{10});
      daemon = std::make_unique<DaemonProcess>(folder, serve);
      door.open(*daemon);
    }
    door.close();
  }
  daemon->signal(SIGTERM);
  EXPECT_EQ(daemon->wait(seconds{20}), 0) << daemon->output();
  auto opened = open_store(url);
  ASSERT_TRUE(opened) << opened.error().detail;
  BlockingStore store(*std::move(opened));
  EXPECT_THAT(told.missing_in(store), IsEmpty()) << origin(seed);
  EXPECT_THAT(broken_invariants(store), IsEmpty()) << origin(seed);
  store.store().port()->close();
  EXPECT_THAT(damages_of(url), IsEmpty()) << origin(seed);
  healed.tell(until_progress);
  tell_figure(kills, "kills of the daemon");
  tell_figure(told.completions(), "acknowledged completions looked for after kills");
}

TEST(DaemonKill, on_sqlite_loses_nothing_that_was_acknowledged) {
  const TemporaryDirectory folder;
  kill_daemons("sqlite:" + (folder.path() / "state.db").string(), amount(75, 75, 200), folder);
}

TEST(DaemonKill, on_redis_loses_nothing_that_was_acknowledged) {
  const RedisProcess server;
  kill_daemons(server.url(), amount(45, 45, 200));
}

TEST(DaemonKill, on_postgres_loses_nothing_that_was_acknowledged) {
  const PostgresProcess server;
  kill_daemons(server.url(), amount(35, 35, 200));
}

}  // namespace
}  // namespace baton::test
