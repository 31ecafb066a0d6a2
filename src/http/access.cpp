#include "http/access.hpp"

namespace baton::http {

/// What nobody has is guessed at. It is looked up all the same, so that a good token from the same address works.
Problem Access::stranger(std::string detail, std::string_view address) {
  if (const auto wait = failures_.count(address, Failures::Clock::now())) return too_many_failures(*wait);
  return unauthorized(std::move(detail));
}

Access::Entry Access::enter(const Verdict& verdict, std::string_view address) {
  if (verdict) return *verdict;
  switch (verdict.error()) {
    case Refusal::revoked: return std::unexpected(unauthorized("the token was revoked"));
    case Refusal::expired: return std::unexpected(unauthorized("the token has expired"));
    case Refusal::unknown: break;
  }
  return std::unexpected(stranger("the token is not known", address));
}

std::variant<Access::Entry, Credential> Access::recognise(const Arrival& arrival) {
  std::optional<Credential> credential;
  // A proxy may have judged another one of them than we would.
  if (arrival.count("Authorization") > 1) {
    return std::unexpected(bad_request("there are several Authorization headers", "send one"));
  }
  if (const auto header = arrival.field("Authorization")) {
    static constexpr std::string_view scheme = "Bearer ";
    if (header->size() <= scheme.size() || !equal_ignoring_case(header->substr(0, scheme.size()), scheme)) {
      return std::unexpected(unauthorized("the Authorization header is not of the form `Bearer TOKEN`"));
    }
    credential = tokens_.credential_of(header->substr(scheme.size()));
    if (!credential) return std::unexpected(stranger("the token is not known", arrival.address));
  } else if (const auto cookies = arrival.field("Cookie")) {
    if (auto token = sessions_.find(*cookies, SystemClock().now())) credential = Credential{.id = *std::move(token)};
  }
  if (!credential) return std::unexpected(unauthorized("there is no Authorization header"));
  if (const auto verdict = tokens_.recall(*credential)) return enter(*verdict, arrival.address);
  return *std::move(credential);
}

awaitable<Access::Entry> Access::look_up(Credential credential, std::string address) {
  const auto verdict = co_await tokens_.look_up(std::move(credential));
  if (!verdict) co_return std::unexpected(problem_of(verdict.error()));
  co_return enter(*verdict, address);
}

awaitable<bool> Access::still_admits(TokenId token) {
  Credential credential{.id = std::move(token)};
  if (const auto verdict = tokens_.recall(credential)) co_return verdict->has_value();
  const auto verdict = co_await tokens_.look_up(std::move(credential));
  co_return !verdict || verdict->has_value();
}

awaitable<Access::Entry> Access::sign_in(std::string token, std::string address) {
  auto credential = tokens_.credential_of(token);
  if (!credential) co_return std::unexpected(stranger("the token is not known", address));
  if (const auto verdict = tokens_.recall(*credential)) co_return enter(*verdict, address);
  co_return co_await look_up(*std::move(credential), std::move(address));
}

awaitable<void> Access::join() {
  co_await tokens_.join();
  co_await audit_.join();
}

}  // namespace baton::http
