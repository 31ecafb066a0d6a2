#include "store/dispensable.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <utility>

#include "core/refusals.hpp"

namespace baton {
namespace {

Error closed() { return {.code = Errc::unavailable, .detail = "the store is closed; open it again"}; }

/// On this thread. Reads nothing but the store's own state, so it can be asked of any store at any time.
Result<void> check(Port& port) {
  boost::asio::io_context loop;
  auto answer = boost::asio::co_spawn(loop, port.execute(Verb(Health{})), boost::asio::use_future);
  loop.run();
  const Answer told = answer.get();
  if (!told.outcome) return std::unexpected(told.outcome.error());
  return {};
}

}  // namespace

bool is_down(const Error& error) {
  switch (error.code) {
    case Errc::unavailable: return error != refuse::frozen().error();
    // It refuses our credentials, not those of the caller.
    case Errc::unauthorized:
    case Errc::forbidden: return true;
    default: return false;
  }
}

bool is_down(const Result<Reply>& outcome) { return !outcome && is_down(outcome.error()); }

Result<std::shared_ptr<Port>> DispensablePort::open(Open open, DispensableOptions options) {
  auto inner = open();
  if (!inner && inner.error().code != Errc::unavailable) return inner;
  auto port = std::make_shared<DispensablePort>(std::move(open), inner ? *inner : nullptr, std::move(options));
  if (!inner) port->note_down(inner.error());
  return port;
}

DispensablePort::DispensablePort(Open open, std::shared_ptr<Port> inner, DispensableOptions options)
    : open_(std::move(open)), options_(std::move(options)), inner_(std::move(inner)), thread_([this] { run(); }) {}

awaitable<Answer> DispensablePort::execute(Verb verb) {
  const auto inner = port();
  if (!inner) co_return Answer{.outcome = std::unexpected(inner.error()), .stamp = {}};
  Answer answer = co_await (*inner)->execute(std::move(verb));
  if (is_down(answer.outcome)) note_down(answer.outcome.error());
  co_return answer;
}

awaitable<Result<bool>> DispensablePort::wait(Condition condition, Duration at_most) {
  const auto inner = port();
  if (!inner) co_return std::unexpected(inner.error());
  co_return co_await (*inner)->wait(condition, at_most);
}

void DispensablePort::close() {
  std::call_once(closing_, [this] {
    std::shared_ptr<Port> inner;
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
      inner = inner_;
    }
    changed_.notify_all();
    // First, so that a look at it ends.
    if (inner) inner->close();
    thread_.join();
    // What was opened meanwhile.
    if (inner_ && inner_ != inner) inner_->close();
  });
}

Result<std::shared_ptr<Port>> DispensablePort::port() const {
  const std::lock_guard lock(mutex_);
  if (closed_) return std::unexpected(closed());
  if (trouble_) return std::unexpected(*trouble_);
  return inner_;
}

void DispensablePort::note_down(const Error& error) {
  {
    const std::lock_guard lock(mutex_);
    if (closed_) return;
    const bool known = trouble_.has_value();
    trouble_ = error;
    if (known) return;
  }
  changed_.notify_all();
  if (options_.on_down) options_.on_down(error);
}

void DispensablePort::note_back(std::shared_ptr<Port> inner) {
  {
    const std::lock_guard lock(mutex_);
    inner_ = std::move(inner);
    trouble_.reset();
  }
  if (options_.on_back) options_.on_back();
}

void DispensablePort::run() {
  while (wait_for_trouble()) {
    auto found = look();
    if (found) {
      note_back(*std::move(found));
      continue;
    }
    note_down(found.error());
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, options_.look_every, [this] { return closed_; });
  }
}

bool DispensablePort::wait_for_trouble() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return closed_ || trouble_.has_value(); });
  return !closed_;
}

Result<std::shared_ptr<Port>> DispensablePort::look() {
  std::shared_ptr<Port> inner;
  {
    const std::lock_guard lock(mutex_);
    inner = inner_;
  }
  if (!inner) return open_();
  if (auto well = check(*inner); !well) return std::unexpected(std::move(well.error()));
  return inner;
}

}  // namespace baton
