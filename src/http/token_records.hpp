#pragma once

#include <string_view>

#include "baton/store.hpp"
#include "http/secret.hpp"
#include "http/token_bodies.hpp"

// Tokens in the store, so that all daemons of a store have the same ones: records of a kind that no route of records
// touches. The secret is there as its SHA-256 only.

namespace baton::http {

inline constexpr std::string_view token_records = "baton.token";
/// What the kinds of records begin with that are the daemon's own.
inline constexpr std::string_view reserved_records = "baton.";

/// How long a token that is revoked or expired can still be looked at.
inline constexpr std::chrono::days token_memory{30};

struct StoredToken {
  Token token;
  Digest digest{};
  Version version;
};

/// invalid: a scope that is no agent's. conflict: there is one of that id.
awaitable<Result<MadeToken>> make_token(Store store, NewToken wanted, TokenId maker);
/// not_found.
awaitable<Result<StoredToken>> read_token(Store store, TokenId id);
awaitable<Result<TokenPage>> list_tokens(Store store, ListTokens which);
/// not_found. A token that is revoked stays so.
awaitable<Result<Token>> revoke_token(Store store, TokenId id);

}  // namespace baton::http
