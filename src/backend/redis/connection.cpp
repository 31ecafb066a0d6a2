#include "backend/redis/connection.hpp"

#include <utility>

#include "backend/shared/spawn.hpp"

namespace baton::redis {

namespace asio = boost::asio;

namespace {

/// While fewer are under way, a caller writes for itself, which saves a change of threads; above, commands are better
/// gathered and written together.
constexpr std::size_t few = 4;
/// A buffer that has grown larger is not kept.
constexpr std::size_t most_spare = 1 << 20;

constexpr std::string_view no_reply = "no reply in time";

Error waited_too_long(const Error& why) {
  Error error = why;
  if (error.detail.empty()) error.detail = "no connection to Redis in time; check that it runs, then repeat the call";
  return error;
}

}  // namespace

Connection::Connection(asio::io_context& io, const ClientOptions& options, Refused refused)
    : io_(io),
      refused_(std::move(refused)),
      pipeline_(options.reply_timeout, options.patience),
      no_connection_{.code = Errc::unavailable} {}

void Connection::submit(RequestPtr request, TimePoint now) {
  std::unique_lock lock(mutex_);
  if (closed_) {
    lock.unlock();
    return request->finish(std::unexpected(closed()));
  }
  pipeline_.add(std::move(request), now);
  flush(std::move(lock));
}

void Connection::submit_text(RequestPtr request) {
  std::unique_lock lock(mutex_);
  pipeline_.add_with_text(std::move(request), SteadyClock::now());
  flush(std::move(lock));
}

void Connection::flush(std::unique_lock<std::mutex> lock) {
  if (!wire_ || writing_ || pipeline_.unsent().empty()) return;
  if (pipeline_.under_way() <= few) {
    pipeline_.sent(wire_->send_now(pipeline_.unsent()));
    if (pipeline_.unsent().empty()) return;
  }
  writing_ = true;
  auto wire = wire_;
  lock.unlock();
  shared::spawn(io_, write_out(std::move(wire)));
}

awaitable<void> Connection::write_out(std::shared_ptr<Wire> wire) {
  for (;;) {
    std::string bytes;
    {
      const std::lock_guard lock(mutex_);
      if (wire_ != wire) co_return;
      bytes = pipeline_.take_unsent(std::exchange(spare_, {}));
      writing_ = !bytes.empty();
      if (!writing_) co_return;
    }
    const auto written = co_await wire->write(bytes);
    const std::lock_guard lock(mutex_);
    // A wire that takes no more ends the reading, too, and with it the connection.
    if (!written) co_return wire->close();
    if (bytes.capacity() > most_spare) continue;
    bytes.clear();
    spare_ = std::move(bytes);
  }
}

awaitable<bool> Connection::serve(std::shared_ptr<Link> link) {
  {
    std::unique_lock lock(mutex_);
    useful_ = false;
    wire_ = link->shared_wire();
    no_connection_.detail.clear();
    verdict_.clear();
    pipeline_.open(SteadyClock::now());
    flush(std::move(lock));
  }
  Error why{.code = Errc::unavailable};
  while (!is_done()) {
    auto replies = co_await link->receive();
    if (!replies) {
      why = std::move(replies.error());
      break;
    }
    if (!hand_out(*std::move(replies))) {
      why.detail = "the server answered what nobody asked";
      break;
    }
  }
  detach(why);
  co_return useful_;
}

bool Connection::is_done() const {
  const std::lock_guard lock(mutex_);
  return (closed_ || pipeline_.is_retiring()) && pipeline_.under_way() == 0;
}

bool Connection::hand_out(std::vector<Value> replies) {
  Requests requests;
  {
    const std::lock_guard lock(mutex_);
    requests = pipeline_.answered(replies.size());
  }
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (!requests[i]) continue;
    if (replies[i].kind == Value::Kind::error) {
      refused_(std::move(requests[i]), understand(replies[i].text));
    } else {
      useful_ = true;
      requests[i]->finish(std::move(replies[i]));
    }
  }
  return requests.size() == replies.size();
}

void Connection::detach(const Error& why) {
  Requests lost;
  Requests refused;
  std::string verdict = why.detail;
  {
    const std::lock_guard lock(mutex_);
    if (!verdict_.empty()) verdict = verdict_;
    wire_->close();
    wire_.reset();
    writing_ = false;
    lost = pipeline_.end(SteadyClock::now());
    if (closed_) refused = pipeline_.take_waiting();
  }
  finish_all(lost, unknown_outcome(verdict));
  finish_all(refused, closed());
}

void Connection::retire() {
  const std::lock_guard lock(mutex_);
  if (pipeline_.is_open()) pipeline_.retire();
}

void Connection::sweep(TimePoint now) {
  Requests impatient;
  Requests unanswered;
  Error why;
  {
    const std::lock_guard lock(mutex_);
    impatient = pipeline_.out_of_patience(now);
    unanswered = pipeline_.out_of_time(now);
    why = waited_too_long(no_connection_);
    if (wire_ && pipeline_.is_stalled(now)) {
      verdict_ = no_reply;
      wire_->close();
    }
  }
  finish_all(impatient, why);
  finish_all(unanswered, unknown_outcome(no_reply));
}

void Connection::cannot_connect(const Error& why) {
  Requests hopeless;
  {
    const std::lock_guard lock(mutex_);
    no_connection_ = why;
    if (!is_retryable(why)) hopeless = pipeline_.take_waiting();
  }
  finish_all(hopeless, why);
}

bool Connection::has_work() const {
  const std::lock_guard lock(mutex_);
  return pipeline_.under_way() > 0;
}

void Connection::close() {
  Requests waiting;
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    waiting = pipeline_.take_waiting();
  }
  finish_all(waiting, closed());
}

void Connection::abandon(const Error& why) {
  Requests left;
  {
    const std::lock_guard lock(mutex_);
    left = pipeline_.end(SteadyClock::now());
    for (RequestPtr& request : pipeline_.take_waiting()) left.push_back(std::move(request));
  }
  finish_all(left, why);
}

}  // namespace baton::redis
