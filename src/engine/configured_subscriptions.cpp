#include "engine/configured_subscriptions.hpp"

#include <boost/asio/this_coro.hpp>
#include <utility>

#include "engine/backoff.hpp"
#include "engine/rest.hpp"

namespace baton {

namespace {

bool says_the_same(Subscription known, const Subscription& wanted) {
  known.created_at = wanted.created_at;
  known.disabled_because = wanted.disabled_because;
  known.version = wanted.version;
  return known == wanted;
}

awaitable<Result<void>> put_if_other(Subscriptions subscriptions, Subscription wanted) {
  auto known = co_await subscriptions.get(wanted.name);
  if (!known && known.error().code != Errc::not_found) co_return std::unexpected(known.error());
  if (known && says_the_same(*std::move(known), wanted)) co_return Result<void>{};
  const auto put = co_await subscriptions.put(std::move(wanted));
  if (!put) co_return std::unexpected(put.error());
  co_return Result<void>{};
}

}  // namespace

awaitable<void> configure(Subscriptions subscriptions, std::vector<Subscription> wanted, std::stop_token stop,
                          std::function<void(const std::string&)> told) {
  Rest rest(co_await boost::asio::this_coro::executor, stop);
  for (const Subscription& subscription : wanted) {
    Backoff backoff;
    auto put = co_await put_if_other(subscriptions, subscription);
    while (!put && is_retryable(put.error().code) && co_await rest.wait(backoff.next())) {
      put = co_await put_if_other(subscriptions, subscription);
    }
    if (!put) told("subscription " + subscription.name.str() + " is not in the store: " + put.error().detail);
  }
}

}  // namespace baton
