#include "core/codec_values.hpp"
#include "http/api.hpp"
#include "http/exchange.hpp"
#include "http/limits.hpp"

// The life of a task in an agent's hands: claimed, worked on, settled. `fence` is the one that came with the grant.

namespace baton::http {

struct Completion {
  Fence fence;
  Json result;
  std::optional<NextClaim> next;
};

struct Failure {
  Fence fence;
  Json error;
  bool retry = true;
  std::optional<NextClaim> next;
};

struct Release {
  Fence fence;
  std::optional<NextClaim> next;
};

}  // namespace baton::http

namespace baton {

template <>
struct Fields<http::Completion> {
  static constexpr auto table =
      std::tuple(field<&http::Completion::fence>("fence"), field<&http::Completion::result>("result"),
                 field<&http::Completion::next>("next"));
};

template <>
struct Fields<http::Failure> {
  static constexpr auto table = std::tuple(field<&http::Failure::fence>("fence"), field<&http::Failure::error>("error"),
                                           field<&http::Failure::retry>("retry"), field<&http::Failure::next>("next"));
};

template <>
struct Fields<http::Release> {
  static constexpr auto table = std::tuple(field<&http::Release::fence>("fence"), field<&http::Release::next>("next"));
};

}  // namespace baton

namespace baton::http {

namespace {

Settle to_settle(Settle settle) { return settle; }
Settle to_settle(Completion body) {
  return {.fence = std::move(body.fence),
          .kind = SettleKind::complete,
          .body = std::move(body.result),
          .next = std::move(body.next)};
}
Settle to_settle(Failure body) {
  return {.fence = std::move(body.fence),
          .kind = SettleKind::fail,
          .body = std::move(body.error),
          .retry = body.retry,
          .next = std::move(body.next)};
}
Settle to_settle(Release body) {
  return {.fence = std::move(body.fence), .kind = SettleKind::release, .next = std::move(body.next)};
}

/// A body with a fence on the task that the path names.
template <class Body>
Result<Body> fenced_body(const Request& request) {
  if (auto valid = no_query(request); !valid) return std::unexpected(valid.error());
  auto body = body_as<Body>(request);
  if (!body) return body;
  if (auto set = set_from_path(request, "task", body->fence.task); !set) return std::unexpected(set.error());
  return body;
}

template <class Body>
awaitable<Result<Response>> settle_with(Services services, Request request) {
  auto body = fenced_body<Body>(request);
  if (!body) co_return std::unexpected(body.error());
  co_return co_await respond(services.store, to_settle(*std::move(body)));
}

Result<Claim> claim_of(const Request& request, Duration& wait) {
  Query query(request.query);
  query.seconds("wait", wait, limits::longest_wait);
  if (auto valid = query.done(); !valid) return std::unexpected(valid.error());
  auto claim = body_as<Claim>(request);
  if (!claim) return claim;
  if (auto set = set_from_path(request, "agent", claim->agent); !set) return std::unexpected(set.error());
  const auto key = request.arrival.field("Idempotency-Key");
  if (claim->claim_id.empty() && key) {
    auto id = ClaimId::parse(*key);
    if (!id)
      return std::unexpected(
          Error{.code = Errc::invalid, .detail = "the Idempotency-Key header: " + id.error().detail});
    claim->claim_id = *std::move(id);
  }
  return claim;
}

}  // namespace

awaitable<Result<Response>> claim_task(Services services, Request request) {
  Duration wait{};
  auto claim = claim_of(request, wait);
  if (!claim) co_return std::unexpected(claim.error());
  auto grant = co_await services.desk->claim(*std::move(claim), wait, std::move(request.arrival.peer));
  if (!grant) co_return std::unexpected(grant.error());
  if (!*grant) co_return Response{.status = 204};
  co_return json_response(encode(**grant));
}

awaitable<Result<Response>> report_progress(Services services, Request request) {
  auto progress = fenced_body<Progress>(request);
  if (!progress) co_return std::unexpected(progress.error());
  co_return co_await respond(services.store, *std::move(progress));
}

awaitable<Result<Response>> settle_task(Services services, Request request) {
  return settle_with<Settle>(std::move(services), std::move(request));
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

}  // namespace baton::http
