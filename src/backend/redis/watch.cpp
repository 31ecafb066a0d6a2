#include "backend/redis/watch.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <utility>

#include "core/number.hpp"

namespace baton::redis {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

constexpr auto one_read = 5000ms;
constexpr auto after_an_error = 200ms;

/// Runs one call to its end on this thread.
Result<Value> run_here(awaitable<Result<Value>> call) {
  asio::io_context loop;
  Result<Value> outcome = fail(Errc::unavailable, "the call did not end");
  asio::co_spawn(loop, std::move(call), [&outcome](const std::exception_ptr& thrown, Result<Value> ended) {
    if (!thrown) outcome = std::move(ended);
  });
  loop.run();
  return outcome;
}

/// The value of a field in an entry's flat list.
std::string_view field(const Value& entry, std::string_view name) {
  const auto& fields = entry.items.at(1).items;
  for (std::size_t i = 0; i + 1 < fields.size(); i += 2) {
    if (fields[i].text == name) return fields[i + 1].text;
  }
  return {};
}

}  // namespace

Watch::Watch(std::shared_ptr<Client> client, const std::string& prefix, shared::Waiters& waiters)
    : client_(std::move(client)),
      meta_key_(prefix + "meta"),
      log_key_(prefix + "tasks"),
      handoffs_key_(prefix + "handoffs"),
      waiters_(waiters) {
  const auto newest = ask({"XREVRANGE", handoffs_key_, "+", "-", "COUNT", "1"});
  if (newest && !newest->items.empty()) last_handoff_ = newest->items.front().items.at(0).text;
  thread_ = std::thread([this] { run(); });
}

void Watch::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

bool Watch::wait_for_attendance() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return stopped_ || attendees_.any(); });
  return !stopped_;
}

void Watch::pause() {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, after_an_error, [this] { return stopped_; });
}

void Watch::run() {
  while (wait_for_attendance()) {
    if (!look()) pause();
  }
}

Result<Value> Watch::ask(Command command) { return run_here(client_->call(std::move(command), Repeat::safe)); }

Result<Value> Watch::block(Command command) { return run_here(client_->block(std::move(command), one_read)); }

/// Announces how far the log is, then waits for more. The events themselves are not needed, so one is enough.
Result<void> Watch::look() {
  const auto position = ask({"HGET", meta_key_, "position"});
  if (!position) return std::unexpected(position.error());
  last_ = std::max(last_, Position{leading_number(position->text)});
  waiters_.announce(last_, {});
  if (auto read = read_handoffs(ask({"XREAD", "COUNT", "1000", "STREAMS", handoffs_key_, last_handoff_})); !read)
    return read;
  const auto more = block({"XREAD", "COUNT", "1", "BLOCK", std::to_string(one_read.count()), "STREAMS", log_key_,
                           handoffs_key_, std::to_string(last_.value) + "-0", last_handoff_});
  return read_handoffs(more);
}

/// Wakes those whose results are among what was read.
Result<void> Watch::read_handoffs(const Result<Value>& streams) {
  if (!streams) return std::unexpected(streams.error());
  std::vector<ResultThere> results;
  for (const Value& stream : streams->items) {
    if (stream.items.at(0).text != handoffs_key_) continue;
    for (const Value& entry : stream.items.at(1).items) {
      last_handoff_ = entry.items.at(0).text;
      const auto task = TaskId::parse(field(entry, "task"));
      if (task) results.push_back({*task, baton::Attempt{leading_number(field(entry, "attempt"))}});
    }
  }
  if (!results.empty()) waiters_.announce(last_, results);
  return {};
}

}  // namespace baton::redis
