#include <csignal>

#include "jobs/workshop.hpp"

/// Jobs that an external scheduler does, here a stand-in of a few lines: the state of a run is a file, which the test
/// writes as the scheduler's own machines would.
namespace baton::test {

namespace {

using std::chrono::seconds;
using ::testing::HasSubstr;

class JobSchedulers : public Workshop {
 protected:
  static constexpr const char* stand_in = R"(#!/bin/sh
echo "$1 $2" >> calls
case $1 in
  create) cat > "$2.request"; echo "$BATON_TOKEN" > "$2.token"; echo "$2 Running" > "$2.state" ;;
  status) cat "$2.state" 2> /dev/null; true ;;
  logs) cat "$2.logs" ;;
  delete) rm -f "$2.state" ;;
esac
)";
  static constexpr const char* configuration = R"(
[jobs.far]
spawner = "command"
create = ["sh", "scheduler", "create", "{name}"]
status = ["sh", "scheduler", "status", "{name}"]
logs = ["sh", "scheduler", "logs", "{name}"]
delete = ["sh", "scheduler", "delete", "{name}"]
)";

  std::string run_of(const std::string& job, int attempt = 1) const {
    return "baton-" + job + "-" + std::to_string(attempt);
  }
  std::string begun() {
    write("scheduler", stand_in);
    start(configuration, {"--node", "one"});
    std::string job = submit("far");
    until("/v1/jobs/" + job, R"("stage":"running")");
    return job;
  }
  void finish(const std::string& run, const std::string& word, const std::string& logs) const {
    write(run + ".logs", logs);
    write(run + ".state", run + " " + word + "\n");
  }
};

}  // namespace

TEST_F(JobSchedulers, are_asked_to_create_a_run_and_for_its_output_when_it_is_complete) {
  const std::string job = begun();
  EXPECT_THAT(read(run_of(job) + ".request"), HasSubstr(R"("request":1)"));
  EXPECT_THAT(read(run_of(job) + ".token"), HasSubstr("baton_"));
  finish(run_of(job), "Complete", "{\"far\":true}\n");
  const std::string shown = ended(job);
  EXPECT_THAT(shown, HasSubstr(R"("result":{"far":true})"));
  EXPECT_THAT(read("calls"), HasSubstr("delete " + run_of(job)));
}

TEST_F(JobSchedulers, that_lose_a_run_are_asked_for_another) {
  const std::string job = begun();
  std::filesystem::remove(path(run_of(job) + ".state"));
  until("/v1/jobs/" + job, "vanished");
  // The file is there before it says anything.
  while (!read(run_of(job, 2) + ".state").ends_with("Running\n")) wait_briefly();
  finish(run_of(job, 2), "Complete", "again\n");
  EXPECT_THAT(ended(job), HasSubstr(R"("result":"again")"));
}

TEST_F(JobSchedulers, go_on_with_a_run_while_the_daemon_is_down) {
  const std::string job = begun();
  daemon().signal(SIGKILL);
  (void)daemon().wait(seconds{10});
  finish(run_of(job), "Complete", "meanwhile\n");
  start(configuration, {"--node", "one"});
  EXPECT_THAT(ended(job), HasSubstr(R"("result":"meanwhile")"));
  EXPECT_EQ(count(read("calls"), "create"), 1U);
}

TEST_F(JobSchedulers, that_say_it_failed_are_believed) {
  const std::string job = begun();
  finish(run_of(job), "Failed", "out of memory\n");
  EXPECT_THAT(until("/v1/jobs/" + job, R"("ruling":"retry")"), HasSubstr("out of memory"));
}

}  // namespace baton::test
