#include "engine/pulse.hpp"

#include <utility>

namespace baton {

namespace asio = boost::asio;

awaitable<Result<HealthReport>> Pulse::feel() {
  if (!look_ || look_->is_there()) {
    look_ = std::make_shared<Look>(executor_, patience_);
    looks_.start(take(look_));
  }
  const auto look = look_;
  auto report = co_await look->wait();
  if (report) co_return *std::move(report);
  co_return fail(Errc::unavailable, "the store has not answered for a second");
}

void Pulse::note_failed_write() { write_failed_at_ = Clock::now(); }

asio::awaitable<void> Pulse::take(std::shared_ptr<Look> look) {
  auto report = co_await store_.call(Health{});
  // A frozen store refuses writes because it was told to.
  if (report && report->frozen) write_failed_at_.reset();
  const bool is_old = report && write_failed_at_ && Clock::now() >= *write_failed_at_ + memory_;
  // Nobody waits for the attempt: it may take as long as a write does.
  look->bring(std::move(report));
  if (is_old && !trying_) co_await try_to_write(*write_failed_at_);
}

/// With what every supervisor writes anyway.
asio::awaitable<void> Pulse::try_to_write(Clock::time_point failed_at) {
  trying_ = true;
  const auto swept = co_await store_.call(Sweep{});
  trying_ = false;
  if (!swept && swept.error().code == Errc::unavailable) {
    note_failed_write();
  } else if (write_failed_at_ == failed_at) {
    write_failed_at_.reset();
  }
}

}  // namespace baton
