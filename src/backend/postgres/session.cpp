#include "backend/postgres/session.hpp"

#include <atomic>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "backend/postgres/setup.hpp"
#include "backend/postgres/sql.hpp"
#include "backend/shared/alarm.hpp"
#include "backend/shared/quietly.hpp"
#include "backend/shared/spawn.hpp"

namespace baton::postgres {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

/// How often a lock is tried that the server has not taken from our old connection yet.
constexpr auto retry_period = 50ms;

Error pooled() {
  return {.code = Errc::invalid,
          .detail =
              "the URL leads to a pooler, which gives a session to anybody; name the server itself with session_url= "
              "in the URL. Without it, those who wait are woken by polling and locks are freed by their deadlines"};
}

class LiveSession final : public Session {
 public:
  LiveSession(Target target, std::string channel, SessionEvents events, const ClientOptions& options)
      : target_(std::move(target)),
        channel_(std::move(channel)),
        events_(std::move(events)),
        reply_timeout_(options.reply_timeout),
        backoff_(options.first_delay, options.last_delay),
        pause_(io_) {
    shared::spawn(io_, live());
    thread_ = std::thread([this] { io_.run(); });
  }

  ~LiveSession() override { LiveSession::close(); }
  LiveSession(const LiveSession&) = delete;
  LiveSession& operator=(const LiveSession&) = delete;

  void close() override {
    std::call_once(closed_, [this] {
      io_.stop();
      thread_.join();
      process_ = 0;
      const std::lock_guard lock(mutex_);
      keys_.clear();
    });
  }

  void hold(std::int64_t key) override { want(key, true); }
  void drop(std::int64_t key) override { want(key, false); }
  bool holds(std::int64_t key) const override {
    const std::lock_guard lock(mutex_);
    const auto found = keys_.find(key);
    return found != keys_.end() && found->second.held;
  }
  bool is_up() const override { return process_ != 0; }
  int process() const override { return process_; }

 private:
  struct Key {
    bool wanted = false;
    bool held = false;
  };

  void want(std::int64_t key, bool wanted) {
    {
      const std::lock_guard lock(mutex_);
      const auto known = keys_.find(key);
      if (!wanted && (known == keys_.end() || !known->second.held)) {
        keys_.erase(key);
        return;
      }
      keys_[key].wanted = wanted;
    }
    asio::post(io_, [this] {
      if (connection_) connection_->wake();
    });
  }

  awaitable<void> live();
  awaitable<Refusal> serve(int process);
  awaitable<Attempt<Tables>> listen();
  awaitable<Attempt<Tables>> settle_keys();
  std::vector<std::int64_t> unsettled() const;
  void settled(std::int64_t key, const Table& answer);
  void down(const Error& why);

  const Target target_;
  const std::string channel_;
  const SessionEvents events_;
  const std::chrono::milliseconds reply_timeout_;
  shared::Backoff backoff_;
  asio::io_context io_{1};
  asio::steady_timer pause_;
  std::shared_ptr<Connection> connection_;
  std::atomic<int> process_ = 0;

  std::once_flag closed_;
  mutable std::mutex mutex_;
  std::map<std::int64_t, Key> keys_;
  std::thread thread_;
};

awaitable<void> LiveSession::live() {
  for (unsigned failures = 0;;) {
    auto made = co_await dial(io_, target_, Limited::no);
    if (made && made->facts.pooled) co_return down(pooled());
    if (made) {
      connection_ = std::move(made->connection);
      const Refusal why = co_await serve(connection_->process());
      failures = is_up() ? 1 : failures + 1;
      down(why.error);
    } else {
      down(made.error().error);
      ++failures;
    }
    pause_.expires_after(backoff_.delay(failures));
    co_await pause_.async_wait(shared::quietly);
  }
}

void LiveSession::down(const Error& why) {
  connection_.reset();
  process_ = 0;
  {
    const std::lock_guard lock(mutex_);
    for (auto& [key, state] : keys_) state.held = false;
  }
  if (events_.on_down) events_.on_down(why);
}

awaitable<Refusal> LiveSession::serve(int process) {
  if (auto listening = co_await listen(); !listening) co_return std::move(listening.error());
  if (auto taken = co_await settle_keys(); !taken) co_return std::move(taken.error());
  process_ = process;
  if (events_.on_up) events_.on_up();
  for (;;) {
    if (auto taken = co_await settle_keys(); !taken) co_return std::move(taken.error());
    for (const std::string& payload : connection_->take_notices()) {
      if (events_.on_notice) events_.on_notice(payload);
    }
    std::optional<shared::Alarm> retry;
    if (!unsettled().empty()) {
      retry.emplace(io_.get_executor(), SteadyClock::now() + retry_period, [this] { connection_->wake(); });
    }
    co_await connection_->wait();
    if (auto broken = connection_->take(); broken && !*broken) co_return std::move(broken->error());
  }
}

awaitable<Attempt<Tables>> LiveSession::listen() {
  static const Statement choose{.text = std::string(sql::session_choose_channel)};
  static const Statement start{.text = std::string(sql::session_listen)};
  if (channel_.empty()) co_return Tables{};
  std::vector<Command> commands(2);
  commands[0].statement = &choose;
  commands[0].values.emplace_back(channel_);
  commands[1].statement = &start;
  co_return co_await connection_->ask(std::move(commands), SteadyClock::now() + reply_timeout_);
}

std::vector<std::int64_t> LiveSession::unsettled() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::int64_t> keys;
  for (const auto& [key, state] : keys_) {
    if (state.wanted != state.held) keys.push_back(key);
  }
  return keys;
}

/// Takes and frees what has to be, all in one exchange; what could not be taken is tried again.
awaitable<Attempt<Tables>> LiveSession::settle_keys() {
  static const Statement take{.text = std::string(sql::session_hold)};
  static const Statement free{.text = std::string(sql::session_drop)};
  const std::vector<std::int64_t> keys = unsettled();
  if (keys.empty()) co_return Tables{};
  std::vector<Command> commands;
  for (const std::int64_t key : keys) {
    Parameters values(1, std::to_string(key));
    commands.push_back({.statement = holds(key) ? &free : &take, .values = std::move(values)});
  }
  auto answers = co_await connection_->ask(std::move(commands), SteadyClock::now() + reply_timeout_);
  if (!answers) co_return answers;
  for (std::size_t i = 0; i < keys.size() && i < answers->size(); ++i) settled(keys[i], (*answers)[i]);
  co_return answers;
}

void LiveSession::settled(std::int64_t key, const Table& answer) {
  const bool yes = !answer.empty() && !answer.front().empty() && answer.front().front() == "t";
  const std::lock_guard lock(mutex_);
  Key& state = keys_[key];
  state.held = !state.held && yes;
  if (!state.wanted && !state.held) keys_.erase(key);
}

}  // namespace

std::unique_ptr<Session> Session::open(const Target& target, std::string channel, SessionEvents events,
                                       const ClientOptions& options) {
  return std::make_unique<LiveSession>(session_target(target), std::move(channel), std::move(events), options);
}

}  // namespace baton::postgres
