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

asio::awaitable<void> Pulse::take(std::shared_ptr<Look> look) { look->bring(co_await store_.call(Health{})); }

}  // namespace baton
