#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "core/text_table.hpp"
#include "http/caller.hpp"
#include "http/input.hpp"
#include "http/sample.hpp"

// Tokens as the API speaks about them.

namespace baton::http {

/// The roles that a token may have.
enum class TokenRole { viewer, agent, orchestrator, admin };

constexpr Role role_of(TokenRole role) { return static_cast<Role>(static_cast<int>(role) + 1); }
constexpr TokenRole token_role_of(Role role) { return static_cast<TokenRole>(static_cast<int>(role) - 1); }

struct TokenNameKind : kind::Name {
  static constexpr const char* what = "token name";
};
using TokenName = Text<TokenNameKind>;

struct Token {
  TokenId id;
  TokenName name;
  TokenRole role = TokenRole::viewer;
  std::optional<Scope> scope;
  Time created_at;
  TokenId created_by;
  std::optional<Time> expires_at;
  bool revoked = false;
};

/// What a token is to be. The id is the caller's, so that a request that is sent twice does not make two.
struct NewToken {
  TokenId id{};
  TokenName name;
  TokenRole role = TokenRole::viewer;
  std::optional<Scope> scope{};
  std::optional<Duration> ttl{};

  bool operator==(const NewToken&) const = default;
};

/// The only time that the secret is told.
struct MadeToken {
  std::string secret;
  Token token;
};

struct TokenPage {
  std::vector<Token> items;
  std::optional<TokenId> next;
};

struct ListTokens {
  TokenId after{};
  std::uint32_t limit = 100;

  bool operator==(const ListTokens&) const = default;
};

struct TokenRef {
  TokenId token;

  bool operator==(const TokenRef&) const = default;
};

/// Who a caller is.
struct Identity {
  TokenId id;
  std::string name;
  TokenRole role = TokenRole::viewer;
  std::optional<Scope> scope;
  std::optional<Time> expires_at;
};

Identity identity_of(const Caller& caller);

struct Login {
  std::string token;

  bool operator==(const Login&) const = default;
};

template <>
inline constexpr bool is_query<ListTokens> = true;
template <>
inline constexpr bool is_query<TokenRef> = true;
template <>
inline constexpr auto own_key<NewToken> = &NewToken::id;

template <>
inline constexpr const char* word<TokenKind> = "t1";
template <>
inline constexpr const char* word<TokenNameKind> = "build farm";
template <>
inline constexpr const char* word<AgentPatternKind> = "ann";

Verb as_verb(Scope scope);
Verb as_verb(NewToken token);
Verb as_verb(ListTokens list);
Verb as_verb(TokenRef token);
Verb as_verb(Login login);

template <>
Login sample<Login>();
template <>
MadeToken sample<MadeToken>();

}  // namespace baton::http

namespace baton {

template <>
inline constexpr std::array names_of<http::TokenRole> =
    std::to_array<std::string_view>({"viewer", "agent", "orchestrator", "admin"});

template <>
struct Fields<http::Token> {
  using Token = http::Token;
  static constexpr auto table = std::tuple(
      field<&Token::id>("id"), field<&Token::name>("name"), field<&Token::role>("role"), field<&Token::scope>("scope"),
      field<&Token::created_at>("created_at"), field<&Token::created_by>("created_by"),
      field<&Token::expires_at>("expires_at"), field<&Token::revoked>("revoked"));
};

template <>
struct Fields<http::NewToken> {
  using NewToken = http::NewToken;
  static constexpr auto table =
      std::tuple(field<&NewToken::id>("id"), field<&NewToken::name>("name"), field<&NewToken::role>("role"),
                 field<&NewToken::scope>("scope"), field<&NewToken::ttl>("ttl_us"));
};

template <>
struct Fields<http::MadeToken> {
  static constexpr auto table =
      std::tuple(field<&http::MadeToken::secret>("secret"), field<&http::MadeToken::token>("token"));
};

template <>
struct Fields<http::TokenPage> {
  static constexpr auto table =
      std::tuple(field<&http::TokenPage::items>("items"), field<&http::TokenPage::next>("next"));
};

template <>
struct Fields<http::ListTokens> {
  static constexpr auto table =
      std::tuple(field<&http::ListTokens::after>("after"), field<&http::ListTokens::limit>("limit"));
};

template <>
struct Fields<http::TokenRef> {
  static constexpr auto table = std::tuple(field<&http::TokenRef::token>("token"));
};

template <>
struct Fields<http::Identity> {
  using Identity = http::Identity;
  static constexpr auto table =
      std::tuple(field<&Identity::id>("id"), field<&Identity::name>("name"), field<&Identity::role>("role"),
                 field<&Identity::scope>("scope"), field<&Identity::expires_at>("expires_at"));
};

template <>
struct Fields<http::Login> {
  static constexpr auto table = std::tuple(field<&http::Login::token>("token"));
};

}  // namespace baton
