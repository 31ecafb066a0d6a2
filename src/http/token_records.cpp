#include "http/token_records.hpp"

#include "core/codec_values.hpp"

namespace baton::http {

/// The body of a token's record.
struct TokenRecord {
  std::string digest;
  TokenName name;
  TokenRole role = TokenRole::viewer;
  std::optional<Scope> scope;
  TokenId created_by;
  std::optional<Time> expires_at;
  bool revoked = false;
};

}  // namespace baton::http

template <>
struct baton::Fields<baton::http::TokenRecord> {
  using Body = http::TokenRecord;
  static constexpr auto table =
      std::tuple(field<&Body::digest>("digest"), field<&Body::name>("name"), field<&Body::role>("role"),
                 field<&Body::scope>("scope"), field<&Body::created_by>("created_by"),
                 field<&Body::expires_at>("expires_at"), field<&Body::revoked>("revoked"));
};

namespace baton::http {

namespace {

constexpr std::size_t id_bytes = 8;

RecordKind kind_of_tokens() { return RecordKind::of(token_records); }

Token token_of(const Record& record, TokenRecord body) {
  return {.id = TokenId::trusted(record.key.str()),
          .name = std::move(body.name),
          .role = body.role,
          .scope = std::move(body.scope),
          .created_at = record.created_at,
          .created_by = std::move(body.created_by),
          .expires_at = body.expires_at,
          .revoked = body.revoked};
}

Result<StoredToken> stored_token(const Record& record) {
  auto body = decode<TokenRecord>(record.body);
  const auto digest = body ? digest_from_hex(body->digest) : std::nullopt;
  if (!digest) return fail(Errc::corrupt, "the token " + record.key.str() + " cannot be read; make another");
  return StoredToken{.token = token_of(record, *std::move(body)), .digest = *digest, .version = record.version};
}

TokenRecord record_of(const StoredToken& stored) {
  return {.digest = to_hex(stored.digest),
          .name = stored.token.name,
          .role = stored.token.role,
          .scope = stored.token.scope,
          .created_by = stored.token.created_by,
          .expires_at = stored.token.expires_at,
          .revoked = stored.token.revoked};
}

Result<void> check_wanted(const NewToken& wanted) {
  if (wanted.scope && wanted.role != TokenRole::agent) {
    return fail(Errc::invalid, "only a token of the role agent has a scope; leave `scope` out or make it an agent's");
  }
  return validate(as_verb(wanted));
}

/// By the store's clock, which is the same for all daemons.
awaitable<Result<std::optional<Time>>> expiry_in(Store store, std::optional<Duration> ttl) {
  if (!ttl) co_return std::nullopt;
  const auto health = co_await store.call(Health{});
  if (!health) co_return std::unexpected(health.error());
  co_return health->now + std::min<Duration>(*ttl, std::chrono::days{36'500});
}

Error taken(const TokenId& id) {
  return {.code = Errc::conflict,
          .detail = "there is a token " + id.str() +
                    " already, and its secret was told when it was made; if that answer was lost, revoke the token and "
                    "make another"};
}

}  // namespace

awaitable<Result<MadeToken>> make_token(Store store, NewToken wanted, TokenId maker) {
  if (auto fits = check_wanted(wanted); !fits) co_return std::unexpected(fits.error());
  const auto expires_at = co_await expiry_in(store, wanted.ttl);
  if (!expires_at) co_return std::unexpected(expires_at.error());
  const TokenId id = wanted.id.empty() ? TokenId::trusted(random_hex(id_bytes)) : wanted.id;
  const std::string secret = token_text(id, make_secret());
  const TokenRecord body{.digest = to_hex(digest_of(secret)),
                         .name = wanted.name,
                         .role = wanted.role,
                         .scope = wanted.scope,
                         .created_by = std::move(maker),
                         .expires_at = *expires_at};
  PutRecord put{.kind = kind_of_tokens(), .key = RecordKey::of(id.str()), .body = encode(body), .expected = Version{0}};
  if (wanted.ttl) put.ttl = std::min<Duration>(*wanted.ttl, std::chrono::days{36'500}) + token_memory;
  auto record = co_await store.call(std::move(put));
  if (!record && record.error().code == Errc::conflict) co_return std::unexpected(taken(id));
  if (!record) co_return std::unexpected(record.error());
  co_return MadeToken{.secret = secret, .token = token_of(*record, body)};
}

awaitable<Result<StoredToken>> read_token(Store store, TokenId id) {
  GetRecord get{.kind = kind_of_tokens(), .key = RecordKey::trusted(id.str())};
  const auto record = co_await store.call(std::move(get));
  if (!record && record.error().code == Errc::not_found)
    co_return fail(Errc::not_found, "there is no token " + id.str());
  if (!record) co_return std::unexpected(record.error());
  co_return stored_token(*record);
}

awaitable<Result<TokenPage>> list_tokens(Store store, ListTokens which) {
  ListRecords list{.kind = kind_of_tokens(), .after = RecordKey::trusted(which.after.str()), .limit = which.limit};
  const auto records = co_await store.call(std::move(list));
  if (!records) co_return std::unexpected(records.error());
  TokenPage page{.items = {}, .next = {}};
  for (const auto& record : records->items) {
    auto stored = stored_token(record);
    if (!stored) co_return std::unexpected(stored.error());
    page.items.push_back(std::move(stored->token));
  }
  if (records->next) page.next = TokenId::trusted(records->next->str());
  co_return page;
}

awaitable<Result<Token>> revoke_token(Store store, TokenId id) {
  auto stored = co_await read_token(store, std::move(id));
  if (!stored) co_return std::unexpected(stored.error());
  if (stored->token.revoked) co_return std::move(stored->token);
  stored->token.revoked = true;
  PutRecord put{.kind = kind_of_tokens(),
                .key = RecordKey::trusted(stored->token.id.str()),
                .body = encode(record_of(*stored)),
                .ttl = token_memory,
                .expected = stored->version};
  const auto record = co_await store.call(std::move(put));
  if (!record) co_return std::unexpected(record.error());
  co_return std::move(stored->token);
}

}  // namespace baton::http
