#include "backend/postgres/watch.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <utility>

#include "backend/postgres/sql.hpp"
#include "core/number.hpp"

namespace baton::postgres {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

/// A change is told at once, and others that follow it within this time together.
constexpr auto between_tellings = 5ms;
constexpr auto look_alone = 100ms;
constexpr auto look_behind = 5s;
/// More than this in one statement would not help anybody.
constexpr std::size_t most_results = 1000;

}  // namespace

// What is said on the channel: `@position`, or `task:attempt` of a result.

Watch::Watch(std::shared_ptr<Client> client, const Target& target, const SchemaName& schema, shared::Waiters& waiters)
    : client_(std::move(client)),
      channel_(schema.name()),
      last_{.name = "last", .text = schema.in(sql::watch_last)},
      tell_{.name = "tell", .text = std::string(sql::watch_tell), .columns = 2},
      waiters_(waiters) {
  session_ = Session::open(target, channel_,
                           {.on_notice = [this](const std::string& payload) { hear(payload); },
                            .on_up =
                                [this] {
                                  tried_ = true;
                                  const std::lock_guard lock(mutex_);
                                  lost_track_ = true;
                                  changed_.notify_all();
                                },
                            .on_down = [this](const Error&) { tried_ = true; }});
  thread_ = std::thread([this] { run(); });
}

void Watch::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
  session_->close();
}

void Watch::announce(Position last, std::vector<ResultThere> results) {
  waiters_.announce(last, results);
  const std::lock_guard lock(mutex_);
  const bool idle = to_tell_ <= told_ && results_to_tell_.empty();
  to_tell_ = std::max(to_tell_, last);
  results_to_tell_.insert(results_to_tell_.end(), results.begin(), results.end());
  if (idle && (to_tell_ > told_ || !results_to_tell_.empty())) changed_.notify_all();
}

void Watch::hear(const std::string& payload) {
  if (payload.starts_with('@')) {
    const Position last{leading_number(std::string_view(payload).substr(1))};
    {
      // What others have told need not be told again.
      const std::lock_guard lock(mutex_);
      told_ = std::max(told_, last);
    }
    return waiters_.announce(last, {});
  }
  const std::size_t colon = payload.find(':');
  const auto task = TaskId::parse(std::string_view(payload).substr(0, colon));
  if (!task || colon == std::string::npos) return;
  waiters_.announce(
      {}, {{.task = *task, .attempt = baton::Attempt{leading_number(std::string_view(payload).substr(colon + 1))}}});
}

bool Watch::is_time_to_look() const {
  if (!attendees_.any()) return false;
  if (lost_track_) return true;
  return Clock::now() >=
         last_looked_ + (session_->is_up() ? Clock::duration(look_behind) : Clock::duration(look_alone));
}

bool Watch::wait(std::unique_lock<std::mutex>& lock) {
  while (!stopped_) {
    const bool telling = to_tell_ > told_ || !results_to_tell_.empty();
    const auto tell_at = last_told_ + between_tellings;
    if ((telling && Clock::now() >= tell_at) || is_time_to_look()) return true;
    if (telling) {
      changed_.wait_until(lock, tell_at);
    } else if (attendees_.any()) {
      changed_.wait_for(lock, look_alone);
    } else {
      changed_.wait(lock);
    }
  }
  return false;
}

void Watch::run() {
  std::unique_lock lock(mutex_);
  while (wait(lock)) {
    std::string words;
    if (to_tell_ > told_) words = "@" + std::to_string(to_tell_.value);
    const std::size_t telling = std::min(results_to_tell_.size(), most_results);
    for (std::size_t i = 0; i < telling; ++i) {
      if (!words.empty()) words += ' ';
      words += results_to_tell_[i].task.str() + ":" + std::to_string(results_to_tell_[i].attempt.value);
    }
    const bool looking = is_time_to_look();
    told_ = std::max(told_, to_tell_);
    results_to_tell_.erase(results_to_tell_.begin(), results_to_tell_.begin() + static_cast<std::ptrdiff_t>(telling));
    if (!words.empty()) last_told_ = Clock::now();
    if (looking) last_looked_ = Clock::now();
    if (looking) lost_track_ = false;
    lock.unlock();
    if (!words.empty()) tell(std::move(words));
    if (looking) look();
    lock.lock();
  }
}

/// If it fails, those who wait elsewhere look by themselves.
void Watch::tell(std::string words) { (void)ask(tell_, {channel_, std::move(words)}); }

void Watch::look() {
  const auto rows = ask(last_, {});
  if (rows && !rows->empty()) waiters_.announce(Position{leading_number(rows->at(0).at(0).value_or("0"))}, {});
}

/// Runs one call to its end on this thread.
Result<Table> Watch::ask(Statement statement, Parameters parameters) {
  asio::io_context loop;
  Result<Table> outcome = fail(Errc::unavailable, "the call did not end");
  asio::co_spawn(loop, client_->call(std::move(statement), std::move(parameters), Repeat::safe),
                 [&outcome](const std::exception_ptr& thrown, Result<Table> ended) {
                   if (!thrown) outcome = std::move(ended);
                 });
  loop.run();
  return outcome;
}

}  // namespace baton::postgres
