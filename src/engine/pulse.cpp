#include "engine/pulse.hpp"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <optional>
#include <utility>

namespace baton {

namespace asio = boost::asio;

struct Pulse::Look {
  Look(const asio::any_io_executor& executor, Duration patience) : over(executor, patience) {}

  std::optional<Result<HealthReport>> report;
  asio::steady_timer over;  ///< expires with the patience, and is cancelled when the report is there
};

awaitable<Result<HealthReport>> Pulse::feel() {
  if (!look_ || look_->report) {
    look_ = std::make_shared<Look>(executor_, patience_);
    looks_.start(take(look_));
  }
  const auto look = look_;
  if (!look->report) {
    boost::system::error_code ended;
    co_await look->over.async_wait(asio::redirect_error(asio::use_awaitable, ended));
  }
  if (look->report) co_return *look->report;
  co_return fail(Errc::unavailable, "the store has not answered for a second");
}

asio::awaitable<void> Pulse::take(std::shared_ptr<Look> look) {
  look->report = co_await store_.call(Health{});
  look->over.cancel();
}

}  // namespace baton
