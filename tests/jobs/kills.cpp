#include <csignal>

#include "core/failpoint.hpp"
#include "jobs/workshop.hpp"
#include "support/postgres_process.hpp"
#include "support/redis_process.hpp"

/// The daemon is killed at every arrow of a job's life. After its restart the job ends once, with its messages, its lock
/// free, and no process left.
namespace baton::test {

namespace {

using std::chrono::seconds;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class JobKills : public Workshop {
 protected:
  void kill_at(const std::string& failpoint, const std::string& store) {
    SCOPED_TRACE(failpoint);
    const std::vector<std::string> arguments{"--store", store, "--namespace", "at-" + failpoint, "--node", "one"};
    const std::string kind = process_kind("print", "echo run >> '" + failpoint + "'; echo answer");
    start(kind, arguments, {"BATON_FAILPOINT=" + failpoint});
    // The answer may be lost with the daemon.
    static_cast<void>(daemon().call("POST", "/v1/jobs", request_));
    EXPECT_EQ(daemon().wait(seconds{30}), std::nullopt);
    ASSERT_TRUE(daemon().has_ended()) << "it was not killed";
    start(kind, arguments);
    const auto again = daemon().call("POST", "/v1/jobs", request_);
    EXPECT_EQ(again.status / 100, 2) << again.body;
    expect_done_once(failpoint);
  }

  void expect_done_once(const std::string& failpoint) {
    const std::string shown = ended(id_);
    EXPECT_THAT(shown, HasSubstr(R"("status":"completed")"));
    EXPECT_THAT(shown, HasSubstr(R"("result":"answer")"));
    const std::string said = until("/v1/threads/t/messages", R"("role":"assistant")");
    EXPECT_EQ(count(said, R"("role":"user")"), 1U) << said;
    EXPECT_EQ(count(said, R"("role":"assistant")"), 1U) << said;
    EXPECT_EQ(count(said, R"("role":)"), 2U) << said;
    const std::string log = get("/v1/events?limit=1000&types=task.completed&task=" + id_).body;
    EXPECT_EQ(count(log, R"("task.completed")"), 1U) << log;
    while (get("/v1/locks/thread:t").status != 404) wait_briefly();
    EXPECT_THAT(processes_with("BATON_TASK=" + id_), IsEmpty());
    // Only a run whose output went down with the daemon is repeated.
    const bool output_lost = failpoint == "jobs.spawned" || failpoint == "jobs.running" || failpoint == "jobs.returned";
    EXPECT_LE(count(read(failpoint), "run"), output_lost ? 2U : 1U);
    EXPECT_GE(count(read(failpoint), "run"), 1U);
    stop_daemon();
  }

  /// `store` empty: a file for each.
  void kill_everywhere(const std::string& store) {
    std::size_t arrows = 0;
    for (const std::string_view failpoint : failpoint::names) {
      if (!failpoint.starts_with("jobs.")) continue;
      const std::string name(failpoint);
      kill_at(name, store.empty() ? "sqlite:" + name + ".db" : store);
      ++arrows;
    }
    EXPECT_EQ(arrows, 15U);
  }

 private:
  /// Nobody else's: processes are looked for all over the machine.
  const std::string id_ = TaskId::make().str();
  const std::string request_ = R"({"id":")" + id_ + R"(","kind":"print","thread":"t","request":1})";
};

using JobKillsOnSqlite = JobKills;
using JobKillsOnRedis = JobKills;
using JobKillsOnPostgres = JobKills;

}  // namespace

TEST_F(JobKillsOnSqlite, at_every_arrow_end_the_job_once) { kill_everywhere(""); }

TEST_F(JobKillsOnRedis, at_every_arrow_end_the_job_once) {
  const RedisProcess server;
  kill_everywhere(server.url());
}

TEST_F(JobKillsOnPostgres, at_every_arrow_end_the_job_once) {
  const PostgresProcess server;
  kill_everywhere(server.url());
}

}  // namespace baton::test
