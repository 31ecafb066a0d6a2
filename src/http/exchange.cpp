#include "http/exchange.hpp"

namespace baton::http {

awaitable<Result<Response>> execute(Store store, Verb verb, Json (*body_from)(const Reply&)) {
  if (auto valid = validate(verb); !valid) co_return std::unexpected(std::move(valid.error()));
  auto answer = co_await store.port()->execute(std::move(verb));
  if (!answer.outcome) co_return std::unexpected(std::move(answer.outcome.error()));
  co_return json_response(body_from(*answer.outcome));
}

awaitable<Result<Response>> refuse(Error error) { co_return std::unexpected(std::move(error)); }

}  // namespace baton::http
