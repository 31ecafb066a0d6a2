#include "backend/shared/look_up.hpp"

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <memory>
#include <optional>

#include "backend/shared/quietly.hpp"

namespace baton::shared {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

/// What a look-up and its time limit share: whoever comes first ends the wait.
struct LookUp {
  explicit LookUp(const asio::any_io_executor& executor) : resolver(executor), limit(executor) {}
  tcp::resolver resolver;
  asio::steady_timer limit;
  std::optional<error_code> ended;
  Endpoints found;
};

void start(const std::shared_ptr<LookUp>& look_up, const Address& address) {
  look_up->resolver.async_resolve(address.host, std::to_string(address.port),
                                  [look_up](error_code why, const tcp::resolver::results_type& results) {
                                    look_up->ended = why;
                                    for (const auto& entry : results) look_up->found.push_back(entry.endpoint());
                                    look_up->limit.cancel();
                                  });
}

}  // namespace

awaitable<std::expected<Endpoints, std::string>> look_up(Address address, TimePoint until) {
  error_code no_number;
  const auto number = asio::ip::make_address(address.host, no_number);
  if (!no_number) co_return Endpoints{tcp::endpoint(number, address.port)};
  const auto search = std::make_shared<LookUp>(co_await asio::this_coro::executor);
  search->limit.expires_at(until);
  start(search, address);
  co_await search->limit.async_wait(quietly);
  if (!search->ended) co_return std::unexpected("its name was not found in time");
  if (*search->ended) co_return std::unexpected("its name is not known (" + search->ended->message() + ")");
  co_return std::move(search->found);
}

}  // namespace baton::shared
