#include "jobs/workshop.hpp"
#include "support/postgres_process.hpp"
#include "support/redis_process.hpp"

/// Jobs while a store is away.
namespace baton::test {

namespace {

using ::testing::HasSubstr;
using JobOutages = Workshop;

}  // namespace

TEST_F(JobOutages, without_the_ephemeral_store_jobs_are_still_done) {
  RedisProcess redis;
  make_gate("gate");
  start(process_kind("wait", "cat gate > /dev/null; echo answer"), {"--ephemeral", redis.url()});
  const std::string job = submit("wait");
  until("/v1/jobs/" + job, R"("stage":"running")");
  redis.kill();
  until("/readyz", "degraded");
  open_gate("gate");
  const std::string shown = ended(job);
  EXPECT_THAT(shown, HasSubstr(R"("status":"completed")"));
  EXPECT_THAT(shown, HasSubstr(R"("result":"answer")"));
  const std::string second = submit("wait", "other");
  open_gate("gate");
  EXPECT_THAT(ended(second), HasSubstr(R"("status":"completed")"));
}

TEST_F(JobOutages, without_the_durable_store_requests_fail_loudly_and_leave_nothing_behind) {
  PostgresProcess server;
  start(process_kind("print", "echo answer"), {"--store", server.url()});
  server.stop();
  const auto refused = post("/v1/jobs", R"({"kind":"print","thread":"t","request":1})");
  EXPECT_EQ(refused.status, 503) << refused.body;
  server.start();
  until("/readyz", "ready");
  EXPECT_EQ(get("/v1/jobs").body, "{\"items\":[]}\n");
  EXPECT_EQ(get("/v1/threads/t").status, 404);
  EXPECT_THAT(ended(submit("print")), HasSubstr(R"("status":"completed")"));
}

}  // namespace baton::test
