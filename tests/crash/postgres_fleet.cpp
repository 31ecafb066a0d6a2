#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <memory>

#include "baton/open.hpp"
#include "crash/racer.hpp"
#include "crash/rival.hpp"
#include "support/acknowledged.hpp"
#include "support/child.hpp"
#include "support/pgbouncer_process.hpp"
#include "support/store_fixture.hpp"

/// Many processes on one namespace of PostgreSQL.
namespace baton::test {
namespace {

constexpr int processes = 10;
constexpr std::size_t callers = 10;

BlockingStore opened(const std::string& url) {
  auto store = open_store(url);
  if (!store) throw std::runtime_error(store.error().detail);
  return BlockingStore(*std::move(store));
}

/// Those who want one lock, by the names of their processes, and what they were told.
class Rivalry {
 public:
  explicit Rivalry(const std::string& url) {
    for (int i = 0; i < processes; ++i) {
      const std::string name = "rival-" + std::to_string(i);
      rivals_[name] =
          std::make_unique<Child>(own_program(), to_arguments(Rival{.url = url, .name = name, .callers = callers}));
    }
    for (auto& [name, rival] : rivals_) listen_to(*rival);
  }

  const std::vector<Lock>& won() const { return won_; }
  std::size_t answers() const { return answers_; }
  void kill(const std::string& name) {
    rivals_.at(name)->kill();
    rivals_.at(name)->reap();
  }

 private:
  void listen_to(Child& rival) {
    for (std::size_t i = 0; i < callers; ++i) {
      const auto line = rival.line();
      const auto heard = line ? parse_acknowledgement(*line) : std::nullopt;
      if (!heard) return;
      ++answers_;
      const auto& tried = std::get<TryLockReply>(heard->reply);
      if (tried.won) won_.push_back(tried.lock);
    }
  }

  std::map<std::string, std::unique_ptr<Child>> rivals_;
  std::vector<Lock> won_;
  std::size_t answers_ = 0;
};

/// Tries until the lock is free.
Lock win(BlockingStore& store) {
  for (;;) {
    const TryLockReply tried = must(store, want_lock(coveted_lock, "heir"));
    if (tried.won) return tried.lock;
  }
}

/// One winner of all; when its process is killed, the lock is free long before the session's deadline of ten seconds.
void expect_one_winner(const PostgresProcess& server, const std::string& url, bool frees_early) {
  BlockingStore store = opened(url);
  const Lock before = must(store, want_lock(coveted_lock, "first")).lock;
  must(store, release(before));
  Rivalry rivalry(url);
  EXPECT_EQ(rivalry.answers(), processes * callers);
  ASSERT_EQ(rivalry.won().size(), 1U);
  const Lock lock = rivalry.won().front();
  EXPECT_GT(lock.token, before.token);
  std::cout << "proofs of sessions: "
            << server.ask("SELECT count(proof) || ' of ' || count(*) FROM sessions", "baton_default") << "\n";
  rivalry.kill(lock.session->str());
  const auto killed = std::chrono::steady_clock::now();
  const Lock after = win(store);
  const auto waited = std::chrono::steady_clock::now() - killed;
  EXPECT_GT(after.token, lock.token);
  std::cout << "free after " << std::chrono::duration_cast<std::chrono::milliseconds>(waited).count() << " ms\n";
  if (frees_early) EXPECT_LT(waited, 5s);
}

TEST(PostgresLocks, have_one_winner_of_a_hundred_and_are_free_when_its_process_dies) {
  const PostgresProcess server;
  expect_one_winner(server, server.url(), true);
}

TEST(PostgresLocks, through_a_pooler_with_a_session_beside_it_are_free_when_the_process_dies) {
  const PostgresProcess server;
  const PgbouncerProcess pooler(server);
  expect_one_winner(server, pooler.url_with_session(), true);
}

TEST(PostgresLocks, through_a_pooler_alone_are_free_when_the_session_lapses) {
  const PostgresProcess server;
  const PgbouncerProcess pooler(server);
  expect_one_winner(server, pooler.url(), false);
}

TEST(PostgresStart, of_ten_processes_at_once_makes_one_new_namespace) {
  const PostgresProcess server;
  std::vector<std::unique_ptr<Child>> all;
  for (int i = 0; i < processes; ++i) {
    const Race race{.url = server.url(), .name = "p" + std::to_string(i), .callers = 1};
    all.push_back(std::make_unique<Child>(own_program(), to_arguments(race)));
  }
  for (auto& process : all) EXPECT_EQ(process->reap(), 0);
  BlockingStore store = opened(server.url());
  EXPECT_EQ(must(store, ListAgents{}).items.size(), static_cast<std::size_t>(processes));
}

}  // namespace
}  // namespace baton::test
