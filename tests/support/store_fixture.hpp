#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <barrier>
#include <concepts>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "baton/blocking.hpp"
#include "support/backends.hpp"
#include "support/effort.hpp"
#include "support/printing.hpp"
#include "support/requests.hpp"
#include "support/temporary_directory.hpp"

namespace baton::test {

using namespace std::chrono_literals;

/// One store of one backend, in a directory of its own, that can be closed and opened again.
class OpenStore {
 public:
  OpenStore(const Backend& backend, std::shared_ptr<const Clock> clock);
  ~OpenStore();
  OpenStore(const OpenStore&) = delete;
  OpenStore& operator=(const OpenStore&) = delete;

  BlockingStore& operator*() { return *blocking_; }
  BlockingStore* operator->() { return blocking_.get(); }
  void reopen();

 private:
  void open();
  void close();

  const Backend& backend_;
  std::shared_ptr<const Clock> clock_;
  TemporaryDirectory directory_;
  std::unique_ptr<BlockingStore> blocking_;
};

/// The answer, or an exception that fails the test and names what was refused.
template <class V>
typename V::Reply must(BlockingStore& store, V verb) {
  const std::string name(name_of(Verb(verb)));
  auto reply = store.call(std::move(verb));
  if (!reply) {
    throw std::runtime_error(name + " was refused with " + std::string(to_text(reply.error().code)) + ": " +
                             reply.error().detail);
  }
  return *std::move(reply);
}

/// Every row of the store, one a line, in the order of Export.
std::string export_text(BlockingStore& store);

/// Runs `body(0) … body(n - 1)` on threads that start together; the answers by index.
template <class Body>
auto race(int threads, Body body) {
  static_assert(!std::is_same_v<decltype(body(0)), bool>, "neighbours in a vector<bool> share a byte");
  std::vector<decltype(body(0))> answers(static_cast<std::size_t>(threads));
  std::barrier start(threads);
  std::vector<std::jthread> running;
  running.reserve(answers.size());
  for (int i = 0; i < threads; ++i) {
    running.emplace_back([&, i] {
      start.arrive_and_wait();
      answers[static_cast<std::size_t>(i)] = body(i);
    });
  }
  running.clear();
  return answers;
}

/// A fresh store of one backend under a clock that only the test moves, and the words to speak with it.
class StoreTest : public ::testing::Test {
 public:
  /// A verb is asked on every way to every backend. Fixtures that tell stories of many verbs take the straight ways only, unless
  /// there is time for all.
  static constexpr bool every_way = true;

  void use(const Backend& backend) { backend_ = &backend; }

 protected:
  void SetUp() override;
  void TearDown() override;

  const Backend& backend() const { return *backend_; }
  /// Closes the store and opens it again: a restart wherever the backend can.
  void reopen() { open_->reopen(); }
  BlockingStore& store() { return **open_; }
  /// Another empty store, of this backend or of a given one, under the same clock.
  std::unique_ptr<OpenStore> another_store() { return another_store(*backend_); }
  std::unique_ptr<OpenStore> another_store(const Backend& backend);

  template <class V>
  Result<typename V::Reply> call(V verb) {
    return store().call(std::move(verb));
  }
  template <class V>
  typename V::Reply must(V verb) {
    return test::must(store(), std::move(verb));
  }
  /// The refusal; a call that succeeds fails the test.
  template <class V>
  Error refusal(V verb) {
    const std::string name(name_of(Verb(verb)));
    auto reply = store().call(std::move(verb));
    if (reply) throw std::runtime_error(name + " was not refused");
    return reply.error();
  }

  TaskId submitted(NewTask task);
  /// Submits tasks of one kind, one call a thousand; their ids in order.
  std::vector<TaskId> submitted_many(std::size_t count, std::string_view kind = "work");
  Grant granted(std::string_view agent, int start = 1) { return granted(claim(agent, start)); }
  Grant granted(Claim request);
  Task task_of(const TaskId& id) { return must(GetTask{.task = id}); }
  TaskStatus status_of(const TaskId& id) { return task_of(id).status; }
  Agent agent_of(std::string_view id) { return must(GetAgent{.agent = agent_id(id)}); }
  Lock locked(TryLock request);
  Lock locked(std::string_view name, std::string_view owner) { return locked(want_lock(name, owner)); }
  /// Declares the agent crashed, whatever it does.
  Agent crash(std::string_view agent);
  SweepReport sweep() { return must(Sweep{}); }
  /// Sweeps until nothing is due.
  void sweep_all();

  Position last_position() { return must(Health{}).last; }
  std::vector<Event> events(Position after = {});
  std::vector<Event> events_of(const TaskId& id);
  std::vector<EventType> types(Position after = {});
  std::size_t count_of(EventType type, Position after = {});
  std::string export_text() { return test::export_text(store()); }
  std::string frozen_text();

  std::shared_ptr<ManualClock> clock_ = std::make_shared<ManualClock>();
  ManualClock& clock = *clock_;

 private:
  const Backend* backend_ = nullptr;
  std::unique_ptr<OpenStore> open_;
};

/// Whether an event's payload says that this was the reason.
bool has_reason(const Event& event, std::string_view reason);

/// Whether it is the turn of this way: each sentence takes one of two.
bool is_its_turn(const Backend& way, std::string_view sentence);

template <class Body>
bool register_on_every_backend(const char* suite, const char* sentence, const char* file, int line) {
  for (const Backend& backend : backends_with_faults()) {
    if (backend.way && !Body::every_way && effort() != Effort::longest) continue;
    if (!is_its_turn(backend, sentence)) continue;
    const std::string name = std::string(sentence) + "/" + backend.name;
    ::testing::RegisterTest(suite, name.c_str(), nullptr, nullptr, file, line, [&backend]() -> StoreTest* {
      auto test = std::make_unique<Body>();
      test->use(backend);
      return test.release();
    });
  }
  return true;
}

}  // namespace baton::test

/// A test on every backend, with a fixture that derives from StoreTest.
#define STORE_TEST_WITH(fixture, suite, sentence)                                                          \
  class suite##_##sentence final : public fixture {                                                        \
    void TestBody() override;                                                                              \
    static const bool registered_;                                                                         \
  };                                                                                                       \
  const bool suite##_##sentence::registered_ = /* NOLINT(cert-err58-cpp) */                                \
      ::baton::test::register_on_every_backend<suite##_##sentence>(#suite, #sentence, __FILE__, __LINE__); \
  void suite##_##sentence::TestBody()

/// A test on every backend: `STORE_TEST(Claim, gives_one_task_to_one_agent_however_many_ask) { … }`.
#define STORE_TEST(suite, sentence) STORE_TEST_WITH(::baton::test::StoreTest, suite, sentence)

/// The call is refused, with this code.
#define EXPECT_REFUSED(error_code, ...) EXPECT_EQ(refusal(__VA_ARGS__).code, ::baton::Errc::error_code)
