#include <sys/wait.h>

#include <csignal>
#include <cstdlib>

#include "core/standard_webhook.hpp"
#include "jobs/workshop.hpp"

/// What examples/jobs shows, run as it is.
namespace baton::test {

namespace {

using ::testing::HasSubstr;

class JobExamples : public Workshop {
 protected:
  void SetUp() override {
    std::filesystem::copy(source() / "examples" / "jobs", folder_.path());
    start(read("baton.toml"), {"--store", "memory:"});
  }
  static std::filesystem::path source() {
    const char* root = std::getenv("BATON_SOURCE_DIR");  // NOLINT(concurrency-mt-unsafe)
    return root != nullptr ? root : ".";
  }
};

}  // namespace

TEST_F(JobExamples, a_shell_script_answers_a_webhook_and_its_follow_up) {
  const std::string body = R"({"ticket":7,"text":"hello"})";
  const auto secret = WebhookSecret::parse("whsec_ZXhhbXBsZSBrZXkgb2YgYSB0cmFja2Vy").value();
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto at = static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::seconds>(now).count());
  HttpClient sender(daemon().port());
  const auto answer = sender.request("POST", "/v1/webhooks/tracker", body,
                                     {{"webhook-id", "d1"},
                                      {"webhook-timestamp", std::to_string(at)},
                                      {"webhook-signature", secret.sign("d1", at, body)}});
  ASSERT_EQ(answer.status, 202) << answer.body;
  until("/v1/threads/ticket-7/messages", "hello, this is request 1 on ticket-7");
  EXPECT_THAT(ended(submit("greet", "ticket-7")), HasSubstr("hello, this is request 2 on ticket-7"));
}

TEST_F(JobExamples, an_agent_of_the_fleet_does_a_job) {
  const std::string job = submit("research", "t", R"("batons")");
  const pid_t agent =
      start_program(folder_.path(), {"/usr/bin/env", "PYTHONPATH=" + (source() / "clients" / "python").string(),
                                     "BATON_URL=http://127.0.0.1:" + std::to_string(daemon().port()),
                                     "BATON_TOKEN=" + daemon().token(), "/usr/bin/python3", "researcher.py"});
  EXPECT_THAT(ended(job), HasSubstr(R"("topic":"batons")"));
  ::kill(agent, SIGKILL);
  ::waitpid(agent, nullptr, 0);
}

}  // namespace baton::test
