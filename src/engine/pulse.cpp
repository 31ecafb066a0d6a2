#include "engine/pulse.hpp"

#include <utility>

namespace baton {

namespace asio = boost::asio;

namespace {

// So long that somebody who looks now and then sees it.
constexpr std::chrono::seconds failure_counts_for{5};

}  // namespace

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
  if (report && write_failed_at_ && Clock::now() >= *write_failed_at_ + failure_counts_for) co_await try_to_write();
  look->bring(std::move(report));
}

/// With what every supervisor writes anyway.
asio::awaitable<void> Pulse::try_to_write() {
  const auto swept = co_await store_.call(Sweep{});
  if (!swept && swept.error().code == Errc::unavailable) co_return note_failed_write();
  write_failed_at_.reset();
}

}  // namespace baton
