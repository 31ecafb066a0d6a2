#pragma once

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>

#include "engine/job_settings.hpp"
#include "engine/orchestrator.hpp"
#include "engine/supervisor.hpp"
#include "support/store_fixture.hpp"

namespace baton::test {

/// Tokens for agents that never come by HTTP.
class NoTokens final : public JobTokens {
 public:
  awaitable<Result<std::string>> make(TaskId /*job*/, Attempt /*run*/, Duration /*ttl*/) override {
    co_return std::string("token");
  }
  awaitable<void> revoke(TaskId /*job*/, Attempt /*run*/) override { co_return; }
};

/// An orchestrator with everything around it, as in a daemon, on a thread of its own. Ends as a daemon does that is
/// asked to stop.
class Shop {
 public:
  explicit Shop(const Store& store, std::string node = "shop", JobSettings settings = {});
  ~Shop();
  Shop(const Shop&) = delete;
  Shop& operator=(const Shop&) = delete;

  Result<JobTicket> submit(NewJob job) { return ask(orchestrator_->submit(std::move(job))); }
  Result<JobReport> get(TaskId job) { return ask(orchestrator_->get(job)); }
  Result<std::vector<FollowUp>> take(TaskId job, Attempt run, std::uint64_t after = 0) {
    return ask(orchestrator_->take(job, run, after));
  }

 private:
  template <class T>
  T ask(awaitable<T> work) {
    return boost::asio::co_spawn(loop_, std::move(work), boost::asio::use_future).get();
  }
  awaitable<void> work();

  Store store_;
  boost::asio::io_context loop_{1};
  std::stop_source stop_;
  std::stop_source log_stop_;
  std::shared_ptr<ClaimDesk> desk_;
  std::shared_ptr<JobSurroundings> where_;
  std::shared_ptr<Orchestrator> orchestrator_;
  LogWatch watch_;
  Supervisor supervisor_;
  std::jthread thread_;
};

NewJob job(std::string_view thread, std::string_view request = R"("please")", std::string_view kind = "review");

/// Jobs on every backend.
class JobTest : public StoreTest {
 public:
  static constexpr bool every_way = false;

 protected:
  std::unique_ptr<Shop> shop(std::string node = "shop", JobSettings settings = {}) {
    return std::make_unique<Shop>(store().store(), std::move(node), std::move(settings));
  }
  /// The next task that the agent gets, as soon as there is one.
  Grant next_work(std::string_view agent);
  /// Waits until that is so, looking whenever something has happened.
  template <class Condition>
  void until(Condition condition) {
    for (;;) {
      const Position seen = last_position();
      if (condition()) return;
      if (!store().wait(seen, std::chrono::milliseconds{200})) throw std::runtime_error("the store does not answer");
    }
  }
  Task ended(const TaskId& task) {
    until([&] { return has_ended(status_of(task)); });
    return task_of(task);
  }
  /// Until its thread's lock is free and its conversation holds that many messages.
  std::vector<Message> conversation(std::string_view thread, std::size_t count);
  void expect_unlocked(std::string_view thread);
};

#define JOB_TEST(suite, sentence) STORE_TEST_WITH(::baton::test::JobTest, suite, sentence)

}  // namespace baton::test
