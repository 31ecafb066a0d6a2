#include <algorithm>
#include <chrono>
#include <utility>

#include "baton/store.hpp"

namespace baton {

awaitable<Result<std::optional<Json>>> await_result(std::shared_ptr<Port> port, GetResult what, Duration at_most) {
  const Verb request(what);
  if (auto valid = validate(request); !valid) co_return std::unexpected(std::move(valid.error()));
  // How long the caller waits is its own affair, so this is measured here and not on the store's clock.
  const Duration bounded = std::clamp<Duration>(at_most, Duration::zero(), limits::longest_duration);
  const auto end = std::chrono::steady_clock::now() + bounded;
  for (;;) {
    Answer answer = co_await port->execute(request);
    if (!answer.outcome) co_return std::unexpected(std::move(answer.outcome.error()));
    auto value = std::get<GetResult::Reply>(*std::move(answer.outcome));
    const auto left = std::chrono::ceil<Duration>(end - std::chrono::steady_clock::now());
    if (value || left <= Duration::zero()) co_return std::move(value);
    const Condition there(ResultThere{what.task, what.attempt});
    auto woken = co_await port->wait(there, left);
    if (!woken) co_return std::unexpected(std::move(woken.error()));
  }
}

}  // namespace baton
