#include <csignal>

#include "jobs/workshop.hpp"

/// Jobs that processes on this machine do.
namespace baton::test {

namespace {

using std::chrono::seconds;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

using JobProcesses = Workshop;

/// What an agent in Python would do with nothing but its standard library.
constexpr const char* caller = R"(
import json, os, sys, urllib.error, urllib.request
def call(method, path, body):
    request = urllib.request.Request(os.environ["BATON_URL"] + path, json.dumps(body).encode(), method=method,
                                     headers={"Authorization": "Bearer " + os.environ["BATON_TOKEN"]})
    try:
        return urllib.request.urlopen(request).status
    except urllib.error.HTTPError as error:
        return error.code
)";

}  // namespace

TEST_F(JobProcesses, are_told_what_to_do_and_answer_with_what_they_print) {
  start(process_kind("echo", "cat > told.json; env > environment; echo '{\"done\":true}'"), {"--store", "memory:"});
  const std::string job = submit("echo", "order-17", R"({"text":"look"})");
  const std::string shown = ended(job);
  EXPECT_THAT(shown, HasSubstr(R"("status":"completed")"));
  EXPECT_THAT(shown, HasSubstr(R"("result":{"done":true})"));
  EXPECT_THAT(read("told.json"), HasSubstr(R"("request":{"text":"look"})"));
  EXPECT_THAT(read("told.json"), HasSubstr(R"("role":"user")"));
  const std::string environment = read("environment");
  EXPECT_THAT(environment, HasSubstr("BATON_TASK=" + job));
  EXPECT_THAT(environment, HasSubstr("BATON_ATTEMPT=1"));
  EXPECT_THAT(environment, HasSubstr("BATON_THREAD=order-17"));
  EXPECT_THAT(environment, HasSubstr("BATON_URL=http://127.0.0.1:" + std::to_string(daemon().port())));
  EXPECT_THAT(environment, HasSubstr("BATON_TOKEN=baton_"));
}

TEST_F(JobProcesses, may_hand_over_the_result_of_their_own_job_and_do_nothing_else) {
  write("agent.py", std::string(caller) + R"(
task, attempt = os.environ["BATON_TASK"], os.environ["BATON_ATTEMPT"]
other = "018f0000-0000-7000-8000-000000000001"
seen = [call("PUT", f"/v1/tasks/{other}/results/1", {"value": 1}),
        call("POST", "/v1/tasks", {"kind": "x"}),
        call("POST", "/v1/agents/ann/register", {"incarnation": "1", "lanes": ["*"]}),
        call("POST", f"/v1/jobs/{other}/take", {"attempt": 1})]
call("PUT", f"/v1/tasks/{task}/results/{attempt}", {"value": {"handed": "over", "seen": seen}})
)");
  start("[jobs.hand]\nspawner = \"process\"\ncommand = [\"python3\", \"agent.py\"]\n", {"--store", "memory:"});
  const std::string shown = ended(submit("hand"));
  EXPECT_THAT(shown, HasSubstr(R"("result":{"handed":"over","seen":[403,403,403,403]})"));
}

TEST_F(JobProcesses, whose_program_does_not_exist_end_at_once_with_the_reason) {
  start("[jobs.none]\nspawner = \"process\"\ncommand = [\"no-such-program-here\"]\n", {"--store", "memory:"});
  const std::string shown = ended(submit("none"));
  EXPECT_THAT(shown, HasSubstr(R"("status":"failed")"));
  EXPECT_THAT(shown, HasSubstr("no-such-program-here"));
  EXPECT_THAT(shown, HasSubstr(R"("attempt":1)"));
  EXPECT_THAT(messages(), HasSubstr(R"("role":"error")"));
}

TEST_F(JobProcesses, that_fail_say_why_and_are_tried_again) {
  start(process_kind("twice", "if [ -e once ]; then echo ok; else touch once; echo broken >&2; exit 7; fi"),
        {"--store", "memory:"});
  const std::string shown = ended(submit("twice"));
  EXPECT_THAT(shown, HasSubstr(R"("status":"completed")"));
  EXPECT_THAT(shown, HasSubstr("exit code 7: broken"));
  EXPECT_THAT(shown, HasSubstr(R"("ruling":"retry")"));
  EXPECT_THAT(shown, HasSubstr(R"("result":"ok")"));
}

TEST_F(JobProcesses, that_flood_their_output_are_refused_and_the_daemon_goes_on) {
  start(process_kind("flood", "head -c 50000000 /dev/zero | tr '\\0' x", "max_attempts = 1\noutput_limit = 2048"),
        {"--store", "memory:"});
  const std::string shown = ended(submit("flood"));
  EXPECT_THAT(shown, HasSubstr(R"("status":"failed")"));
  EXPECT_THAT(shown, HasSubstr("50000000 bytes"));
  EXPECT_LT(shown.size(), 10'000U);
}

TEST_F(JobProcesses, that_take_too_long_are_stopped) {
  start(process_kind("slow", "exec cat /dev/zero > /dev/null", "max_attempts = 1\ntimeout_seconds = 1"),
        {"--store", "memory:"});
  const std::string job = submit("slow");
  EXPECT_THAT(ended(job), HasSubstr("took longer"));
  EXPECT_THAT(processes_with("BATON_TASK=" + job), IsEmpty());
}

TEST_F(JobProcesses, that_ignore_being_asked_to_end_are_killed_when_their_job_is_cancelled) {
  start(process_kind("stubborn", "trap '' TERM; echo here > here; while :; do cat /dev/zero > /dev/null; done",
                     "grace_seconds = 1"),
        {"--store", "memory:"});
  const std::string job = submit("stubborn");
  while (!std::filesystem::exists(path("here"))) wait_briefly();
  EXPECT_EQ(post("/v1/jobs/" + job + "/cancel", R"({"reason":"enough"})").status, 200);
  until("/v1/threads/t/messages", "enough");
  while (!processes_with("BATON_TASK=" + job).empty()) wait_briefly();
  EXPECT_THAT(get("/v1/jobs/" + job).body, HasSubstr(R"("status":"cancelled")"));
  EXPECT_EQ(get("/v1/locks/thread:t").status, 404);
}

TEST_F(JobProcesses, of_a_daemon_that_was_killed_are_found_and_their_jobs_done_again) {
  make_gate("gate");
  // The child of the process outlives its parent's end.
  const std::string kind = process_kind("orphan",
                                        "echo run >> runs; if [ -e again ]; then echo done; else (setsid cat /dev/zero "
                                        "> /dev/null 2>&1 &); cat gate; fi");
  start(kind, {"--node", "one"});
  const std::string job = submit("orphan");
  while (!std::filesystem::exists(path("runs")) || processes_with("BATON_TASK=" + job).size() < 3) wait_briefly();
  daemon().signal(SIGKILL);
  (void)daemon().wait(seconds{10});
  EXPECT_THAT(processes_with("BATON_TASK=" + job), Not(IsEmpty())) << "nothing was left to be found";
  write("again", "");
  start(kind, {"--node", "one"});
  EXPECT_TRUE(daemon().says("left over from an earlier start", 1, seconds{10})) << daemon().output();
  EXPECT_THAT(ended(job), HasSubstr(R"("status":"completed")"));
  EXPECT_EQ(read("runs"), "run\nrun\n");
  while (!processes_with("BATON_TASK=" + job).empty()) wait_briefly();
  EXPECT_EQ(count(messages(), R"("role":)"), 2U) << messages();
}

TEST_F(JobProcesses, are_stopped_with_the_daemon_and_their_jobs_given_back) {
  make_gate("gate");
  const std::string kind = process_kind("wait", "[ -e again ] || cat gate; echo done");
  start(kind, {"--node", "one"});
  const std::string job = submit("wait");
  until("/v1/jobs/" + job, R"("stage":"running")");
  daemon().signal(SIGTERM);
  EXPECT_EQ(daemon().wait(seconds{30}), 0) << daemon().output();
  EXPECT_THAT(processes_with("BATON_TASK=" + job), IsEmpty());
  write("again", "");
  start(kind, {"--node", "one"});
  const std::string shown = ended(job);
  EXPECT_THAT(shown, HasSubstr(R"("status":"completed")"));
  EXPECT_THAT(shown, HasSubstr(R"("crashes":0)"));
}

}  // namespace baton::test
