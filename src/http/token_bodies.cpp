#include "http/token_bodies.hpp"

#include "http/secret.hpp"

namespace baton::http {

namespace {

/// A verb that is refused without this text, which is a name.
Verb as_name(std::string name) { return PutThread{.thread = ThreadId::trusted(std::move(name)), .metadata = {}}; }

}  // namespace

Identity identity_of(const Caller& caller) {
  return {.id = caller.id,
          .name = caller.name,
          .role = token_role_of(caller.role),
          .scope = caller.scope,
          .expires_at = caller.expires_at};
}

Verb as_verb(Scope /*scope*/) { return Health{}; }
// A lock has the same bounds: a name, and a time to live that is more than none.
Verb as_verb(NewToken token) {
  return TryLock{.name = LockName::trusted(token.name.str()),
                 .owner = sample<LockOwner>(),
                 .ttl = token.ttl.value_or(std::chrono::seconds{1})};
}
Verb as_verb(ListTokens list) { return ListRecords{.kind = sample<RecordKind>(), .limit = list.limit}; }
Verb as_verb(TokenRef token) { return as_name(token.token.str()); }
Verb as_verb(Login login) { return as_name(std::move(login.token)); }

template <>
MadeToken sample<MadeToken>() {
  return {.secret = token_text(sample<TokenId>(), std::string(64, '0')), .token = sample<Token>()};
}

template <>
Login sample<Login>() {
  return {.token = sample<MadeToken>().secret};
}

}  // namespace baton::http
