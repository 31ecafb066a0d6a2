#include "http/exchange.hpp"

namespace baton::http {

awaitable<Result<Response>> execute(Store store, Verb verb, Response (*response_to)(const Reply&)) {
  if (auto valid = validate(verb); !valid) co_return std::unexpected(std::move(valid.error()));
  auto answer = co_await store.port()->execute(std::move(verb));
  if (!answer.outcome) co_return std::unexpected(std::move(answer.outcome.error()));
  co_return response_to(*answer.outcome);
}

awaitable<Result<Response>> refuse(Error error) { co_return std::unexpected(std::move(error)); }

}  // namespace baton::http
