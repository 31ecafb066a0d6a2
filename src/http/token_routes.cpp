#include "core/codec_values.hpp"
#include "http/access.hpp"
#include "http/api.hpp"
#include "http/describe.hpp"
#include "http/exchange.hpp"
#include "http/token_bodies.hpp"

// Tokens, and who the caller is.

namespace baton::http {

template <>
NewToken example<NewToken>() {
  return {.id = sample<TokenId>(),
          .name = sample<TokenName>(),
          .role = TokenRole::agent,
          .scope = Scope{.agent = AgentPattern::of("ann"), .signals = {sample<SignalName>()}}};
}

namespace {

Error local_token() {
  return {.code = Errc::invalid,
          .detail = "the token of the token file is no record; to replace it, stop the daemon and remove the file"};
}

}  // namespace

awaitable<Result<Response>> create_token(Services services, Request request) {
  auto wanted = input_of<NewToken>(request);
  if (!wanted) co_return std::unexpected(std::move(wanted.error()));
  if (wanted->id.str() == "local") co_return std::unexpected(local_token());
  auto made = co_await make_token(services.store, *std::move(wanted), request.caller->id);
  if (!made) co_return std::unexpected(std::move(made.error()));
  services.access->tokens().learn(made->token);
  Response response = json_response(encode(*made), 201);
  response.object = "/v1/tokens/" + made->token.id.str();
  co_return response;
}

Contract describe_create_token(const Route& route, Schemas& schemas) {
  Contract contract = takes<NewToken>(route, schemas);
  const Content answer{.schema = schemas.of<MadeToken>(), .example = encode(sample<MadeToken>())};
  contract.outcomes.push_back({.status = 201, .description = "made; the secret is told this once", .content = answer});
  return contract;
}

awaitable<Result<Response>> list_all_tokens(Services services, Request request) {
  auto which = input_of<ListTokens>(request);
  if (!which) co_return std::unexpected(std::move(which.error()));
  const auto page = co_await list_tokens(std::move(services.store), *std::move(which));
  if (!page) co_return std::unexpected(page.error());
  co_return json_response(encode(*page));
}

Contract describe_list_tokens(const Route& route, Schemas& schemas) {
  return contract_of<ListTokens, TokenPage>(route, schemas);
}

awaitable<Result<Response>> get_token(Services services, Request request) {
  auto which = input_of<TokenRef>(request);
  if (!which) co_return std::unexpected(std::move(which.error()));
  const auto stored = co_await read_token(std::move(services.store), std::move(which->token));
  if (!stored) co_return std::unexpected(stored.error());
  co_return json_response(encode(stored->token));
}

Contract describe_token(const Route& route, Schemas& schemas) { return contract_of<TokenRef, Token>(route, schemas); }

awaitable<Result<Response>> delete_token(Services services, Request request) {
  auto which = input_of<TokenRef>(request);
  if (!which) co_return std::unexpected(std::move(which.error()));
  if (which->token.str() == "local") co_return std::unexpected(local_token());
  const auto revoked = co_await revoke_token(services.store, std::move(which->token));
  if (!revoked) co_return std::unexpected(revoked.error());
  services.access->tokens().learn(*revoked);
  co_return json_response(encode(*revoked));
}

awaitable<Result<Response>> who_am_i(Services /*services*/, Request request) {
  if (auto valid = no_query(request); !valid) co_return std::unexpected(valid.error());
  co_return json_response(encode(identity_of(*request.caller)));
}

Contract describe_who_am_i(const Route& route, Schemas& schemas) {
  return contract_of<Nothing, Identity>(route, schemas);
}

}  // namespace baton::http
