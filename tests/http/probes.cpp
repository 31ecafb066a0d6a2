#include <gmock/gmock.h>

#include "http/fleet_fixture.hpp"
#include "support/api_document.hpp"
#include "support/redis_process.hpp"
#include "support/redis_topology.hpp"
#include "support/small_disk.hpp"

/// What probes and tracers look at.
namespace baton::test {

using HttpProbes = Http;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

const std::string trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

}  // namespace

TEST_F(HttpProbes, a_verbose_probe_names_each_check_and_its_state_without_a_token) {
  const auto ready = daemon_.connect().request("GET", "/readyz?verbose", "", {});
  EXPECT_EQ(ready.status, 200);
  EXPECT_EQ(
      ready.body,
      R"({"status":"ready","checks":[{"name":"durable_store","state":"ok"},{"name":"ephemeral_store","state":"ok"},)"
      R"({"name":"writes","state":"ok"},{"name":"durability","state":"relaxed"}]})"
      "\n");
  EXPECT_EQ(daemon_.connect().request("GET", "/readyz?loud", "", {}).status, 400);
}

TEST(HttpProbe, says_503_without_the_durable_store_and_nothing_about_it) {
  const TemporaryDirectory folder;
  RedisProcess redis;
  const DaemonProcess daemon(folder, {"serve", "--store", redis.url()});
  EXPECT_EQ(daemon.call("GET", "/readyz").status, 200);
  redis.kill();
  const auto verbose = daemon.call("GET", "/readyz?verbose");
  EXPECT_EQ(verbose.status, 503);
  EXPECT_EQ(verbose.body,
            "{\"status\":\"unavailable\",\"checks\":[{\"name\":\"durable_store\",\"state\":\"down\"}]}\n");
  const auto plain = daemon.call("GET", "/readyz");
  EXPECT_EQ(plain.status, 503);
  EXPECT_THAT(plain.body, Not(HasSubstr(redis.address())));
  const ApiDocument document(daemon.call("GET", "/openapi.json").body);
  for (const auto& answer : {verbose, plain}) {
    EXPECT_THAT(document.faults(document.operation("readyz"), answer), testing::IsEmpty()) << answer.body;
  }
}

/// Found by crash.FleetHistory: a client of a server that died is patient for five seconds, and whoever asked waited with it.
TEST(HttpProbe, says_503_within_two_seconds_of_the_death_of_its_store) {
  const TemporaryDirectory folder;
  RedisProcess redis;
  const DaemonProcess daemon(folder, {"serve", "--store", redis.url()});
  redis.freeze();
  auto client = daemon.connect();
  client.give_up_after(std::chrono::seconds{2});
  EXPECT_EQ(client.request("GET", "/readyz", "", {}).status, 503);
  redis.thaw();
}

TEST(HttpProbe, tells_that_nothing_more_is_written_to_a_full_disk_until_there_is_room_again) {
  const SmallDisk disk;
  NEED_MOUNTED(disk);
  const TemporaryDirectory folder;
  DaemonProcess daemon(folder, {"serve", "--store", disk.store_url(), "--token-file", folder.path() / "baton.token"});
  const std::string bulky = R"({"kind":"write","payload":")" + std::string(100'000, 'p') + R"("})";
  const auto probe = [&daemon] { return daemon.call("GET", "/readyz?verbose"); };
  EXPECT_THAT(probe().body, HasSubstr(R"({"name":"writes","state":"ok"})"));
  disk.fill();
  // What the log has room for is still written.
  int refusals = 0;
  for (int i = 0; i < 1000 && refusals == 0; ++i) refusals += daemon.call("POST", "/v1/tasks", bulky).status == 503;
  ASSERT_EQ(refusals, 1);
  EXPECT_EQ(probe().status, 200) << "reads go on";
  EXPECT_THAT(probe().body, HasSubstr(R"("status":"degraded")"));
  EXPECT_THAT(probe().body, HasSubstr(R"({"name":"writes","state":"failing"})"));
  EXPECT_EQ(daemon.call("GET", "/readyz").body, "{\"status\":\"degraded\"}\n");
  EXPECT_THAT(daemon.call("GET", "/metrics").body, HasSubstr("baton_store_writes_ok 0\n"));
  EXPECT_TRUE(daemon.says("the store does not keep what is written", 1, std::chrono::seconds{30})) << daemon.output();
  disk.free();
  EXPECT_EQ(daemon.call("POST", "/v1/tasks", bulky).status, 201);
  wait_until([&probe] { return probe().body.contains(R"("status":"ready")"); });
  EXPECT_TRUE(daemon.says("the store keeps what is written again", 1, std::chrono::seconds{30})) << daemon.output();
  EXPECT_THAT(daemon.call("GET", "/metrics").body, HasSubstr("baton_store_writes_ok 1\n"));
}

TEST(HttpProbe, finds_out_by_itself_that_writes_work_again) {
  const SmallDisk disk;
  NEED_MOUNTED(disk);
  const TemporaryDirectory folder;
  DaemonProcess daemon(folder, {"serve", "--store", disk.store_url(), "--token-file", folder.path() / "baton.token"});
  disk.fill();
  const std::string bulky = R"({"kind":"write","payload":")" + std::string(100'000, 'p') + R"("})";
  int refusals = 0;
  for (int i = 0; i < 1000 && refusals == 0; ++i) refusals += daemon.call("POST", "/v1/tasks", bulky).status == 503;
  ASSERT_EQ(refusals, 1);
  EXPECT_TRUE(daemon.says("the store does not keep what is written", 1, std::chrono::seconds{30})) << daemon.output();
  disk.free();
  EXPECT_TRUE(daemon.says("the store keeps what is written again", 1, std::chrono::seconds{30})) << daemon.output();
}

TEST_F(HttpProbes, the_trace_of_a_submit_goes_on_in_its_tasks) {
  const auto submitted = [this](const std::string& body, const std::string& header) {
    const auto answer = daemon_.call("POST", "/v1/tasks", body, {{"traceparent", header}});
    EXPECT_EQ(answer.status, 201) << answer.body;
    return json_word(daemon_.call("GET", "/v1/tasks/" + json_word(answer.body, "id")).body, "traceparent");
  };
  const std::string own = "00-11111111111111111111111111111111-2222222222222222-00";
  EXPECT_EQ(submitted(R"({"kind":"write"})", trace), trace);
  EXPECT_EQ(submitted(R"({"kind":"write","traceparent":")" + own + R"("})", trace), own);
  EXPECT_EQ(submitted(R"({"kind":"write"})", "00-nonsense"), "");
  EXPECT_THAT(daemon_.call("GET", "/v1/events").body, HasSubstr(R"("traceparent":")" + trace));
}

TEST_F(HttpProbes, each_cloud_event_of_a_task_belongs_to_its_trace) {
  const auto made = daemon_.call("POST", "/v1/tasks", R"({"kind":"write"})", {{"traceparent", trace}});
  const std::string id = json_word(made.body, "id");
  daemon_.call("POST", "/v1/tasks/" + id + "/cancel", "{}");
  const auto batch = daemon_.call("GET", "/v1/events?types=task.cancelled&task=" + id, "",
                                  {{"Accept", "application/cloudevents-batch+json"}});
  EXPECT_EQ(json_word(batch.body, "type"), "dev.baton.task.cancelled");
  EXPECT_EQ(json_word(batch.body, "traceparent"), trace) << batch.body;
}

}  // namespace baton::test
