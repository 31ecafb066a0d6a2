#include "http/tokens.hpp"

#include <algorithm>

namespace baton::http {

namespace {

// Real tokens are as many as somebody made; ids that do not exist are as many as somebody can think of.
constexpr std::size_t most_known = 4096;
constexpr std::size_t most_missing = 1024;

/// How long requests go on with what is known before one of them waits for the store again.
constexpr std::chrono::seconds patience_without_store{10};

std::shared_ptr<const Caller> caller_of(Token token) {
  return std::make_shared<const Caller>(Caller{.id = std::move(token.id),
                                               .name = token.name.str(),
                                               .role = role_of(token.role),
                                               .scope = std::move(token.scope),
                                               .expires_at = token.expires_at});
}

std::shared_ptr<const Caller> local_caller() {
  return std::make_shared<const Caller>(
      Caller{.id = TokenId::of("local"), .name = "the token file", .role = Role::admin});
}

}  // namespace

Tokens::Tokens(const boost::asio::any_io_executor& executor, Store store, std::string_view local, TokenTimes times)
    : store_(std::move(store)),
      times_(times),
      local_{.caller = local_caller(), .digest = digest_of(local)},
      nursery_(executor) {}

std::optional<Credential> Tokens::credential_of(std::string_view token) const {
  const Digest digest = digest_of(token);
  if (equal_secretly(digest, local_.digest)) return Credential{.id = local_.caller->id, .digest = digest};
  auto id = id_in_token(token);
  if (!id) return std::nullopt;
  return Credential{.id = *std::move(id), .digest = digest};
}

Verdict Tokens::judge(const Known& known, const Credential& credential) const {
  if (!known.caller) return std::unexpected(Refusal::unknown);
  if (credential.digest && !equal_secretly(*credential.digest, known.digest)) return std::unexpected(Refusal::unknown);
  if (known.revoked) return std::unexpected(Refusal::revoked);
  if (known.caller->expires_at && *known.caller->expires_at <= SystemClock().now()) {
    return std::unexpected(Refusal::expired);
  }
  return known.caller;
}

Tokens::Known* Tokens::find(const TokenId& id) {
  if (const auto known = known_.find(id); known != known_.end()) return &known->second;
  if (const auto missing = missing_.find(id); missing != missing_.end()) return &missing->second;
  return nullptr;
}

std::optional<Verdict> Tokens::recall(const Credential& credential) {
  if (credential.id == local_.caller->id) return judge(local_, credential);
  Known* known = find(credential.id);
  const auto now = Clock::now();
  if (known == nullptr || now >= known->good_until) return std::nullopt;
  auto verdict = judge(*known, credential);
  // Last: it may find that there is no such token any more, and forget it.
  if (known->caller && !known->being_read && now >= known->look_at) {
    known->being_read = true;
    nursery_.start(read_again(credential.id));
  }
  return verdict;
}

awaitable<Result<Verdict>> Tokens::look_up(Credential credential) {
  const auto done = co_await read(credential.id);
  if (!done) co_return std::unexpected(done.error());
  const Known* known = find(credential.id);
  co_return known == nullptr ? Verdict(std::unexpected(Refusal::unknown)) : judge(*known, credential);
}

awaitable<Result<void>> Tokens::read(TokenId id) {
  auto stored = co_await read_token(store_, id);
  const auto now = Clock::now();
  Known known{.read_at = now, .look_at = now + times_.look, .good_until = now + times_.age};
  if (stored) {
    known.digest = stored->digest;
    known.revoked = stored->token.revoked;
    known.caller = caller_of(std::move(stored->token));
  } else if (stored.error().code != Errc::not_found) {
    if (bear_with(id, stored.error())) co_return Result<void>{};
    co_return std::unexpected(stored.error());
  }
  keep(id, std::move(known));
  co_return Result<void>{};
}

awaitable<void> Tokens::read_again(TokenId id) {
  const auto done = co_await read(id);
  if (Known* known = find(id)) known->being_read = false;
}

/// While the store is away, whoever has been seen not long ago goes on.
bool Tokens::bear_with(const TokenId& id, const Error& error) {
  const auto found = known_.find(id);
  const auto now = Clock::now();
  if (found == known_.end() || !is_retryable(error) || now - found->second.read_at > times_.without_store) return false;
  found->second.look_at = now + times_.look;
  found->second.good_until = now + patience_without_store;
  return true;
}

void Tokens::keep(const TokenId& id, Known known) {
  if (!known.caller) {
    known_.erase(id);
    if (missing_.size() >= most_missing) missing_.clear();
    missing_[id] = std::move(known);
    return;
  }
  missing_.erase(id);
  if (known_.size() >= most_known && !known_.contains(id)) {
    known_.erase(std::ranges::min_element(known_, {}, [](const auto& entry) { return entry.second.read_at; }));
  }
  Known& kept = known_[id];
  // What was read before it was revoked here may arrive after.
  known.revoked = known.revoked || kept.revoked;
  kept = std::move(known);
}

void Tokens::learn(const Token& token) {
  missing_.erase(token.id);
  if (token.revoked) known_[token.id].revoked = true;
}

}  // namespace baton::http
