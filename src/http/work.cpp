#include "http/api.hpp"
#include "http/describe.hpp"
#include "http/exchange.hpp"
#include "http/settling.hpp"

// The life of a task in an agent's hands: claimed, worked on, settled. `fence` is the one that came with the grant.

namespace baton::http {

namespace {

template <class Body>
awaitable<Result<Response>> settle_with(Services services, Request request) {  // NOLINT(performance-*): as Handler
  auto body = input_of<Body>(request);
  if (!body) return refuse(std::move(body.error()));
  return respond(std::move(services.store), to_settle(*std::move(body)));
}

Response response_to_claim(const std::optional<Grant>& grant) {
  return grant ? json_response(encode(*grant)) : Response{.status = 204};
}

/// `desk`: has to be there until then.
awaitable<Result<Response>> hand_over(std::shared_ptr<ClaimDesk> desk,  // NOLINT(performance-*)
                                      awaitable<Result<std::optional<Grant>>> granting) {
  auto grant = co_await std::move(granting);
  if (!grant) co_return std::unexpected(std::move(grant.error()));
  co_return response_to_claim(*grant);
}

}  // namespace

// The request is gone while its claim waits.
awaitable<Result<Response>> claim_task(Services services, Request request) {  // NOLINT(performance-*): as Handler
  Duration wait{};
  auto claim = input_of<Claim>(request, &wait);
  if (!claim) return refuse(std::move(claim.error()));
  if (wait <= Duration::zero()) {
    return execute(std::move(services.store), Verb(*std::move(claim)),
                   [](const Reply& reply) { return response_to_claim(std::get<Claim::Reply>(reply)); });
  }
  auto& peer = request.arrival.peer;
  peer.admitted = [access = services.access, token = request.caller->id] { return access->still_admits(token); };
  auto granting = services.desk->claim(*std::move(claim), wait, std::move(peer));
  return hand_over(std::move(services.desk), std::move(granting));
}

Contract describe_claim(const Route& route, Schemas& schemas) {
  return or_nothing(waiting(contract_of<Claim, Grant>(route, schemas), "Seconds to wait for a task."),
                    "there is nothing to do");
}

awaitable<Result<Response>> complete_task(Services services, Request request) {
  return settle_with<Completion>(std::move(services), std::move(request));
}

awaitable<Result<Response>> fail_task(Services services, Request request) {
  return settle_with<Failure>(std::move(services), std::move(request));
}

awaitable<Result<Response>> release_task(Services services, Request request) {
  return settle_with<Release>(std::move(services), std::move(request));
}

awaitable<Result<Response>> decline_task(Services services, Request request) {
  return settle_with<Decline>(std::move(services), std::move(request));
}

Contract describe_completion(const Route& route, Schemas& schemas) {
  return contract_of<Completion, Settled>(route, schemas);
}

Contract describe_failure(const Route& route, Schemas& schemas) {
  return contract_of<Failure, Settled>(route, schemas);
}

Contract describe_release(const Route& route, Schemas& schemas) {
  return contract_of<Release, Settled>(route, schemas);
}

Contract describe_decline(const Route& route, Schemas& schemas) {
  return contract_of<Decline, Settled>(route, schemas);
}

}  // namespace baton::http
