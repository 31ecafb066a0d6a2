#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <chrono>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "engine/nursery.hpp"
#include "http/token_records.hpp"

namespace baton::http {

/// What a request came with. A cookie was made for a token that had been shown, and has no digest of it.
struct Credential {
  TokenId id;
  std::optional<Digest> digest{};
};

enum class Refusal { unknown, revoked, expired };

/// Whose credential it is, or why it is nobody's.
using Verdict = std::expected<std::shared_ptr<const Caller>, Refusal>;

struct TokenTimes {
  std::chrono::milliseconds look{1000};   ///< what was read longer ago is read again, beside the requests
  std::chrono::milliseconds age{2000};    ///< older than that it does not count: other daemons may have revoked it
  std::chrono::minutes without_store{5};  ///< but this old while the store does not answer
};

/// The tokens that this daemon has seen, and the one of its token file. A request with a token that is in use costs no
/// look at the store. Lives on one event loop thread.
class Tokens {
 public:
  using Clock = std::chrono::steady_clock;

  /// `local`: the token of the token file, an admin's.
  Tokens(const boost::asio::any_io_executor& executor, Store store, std::string_view local, TokenTimes times = {});

  /// The credential that a bearer token is, or nothing if it cannot be one.
  std::optional<Credential> credential_of(std::string_view token) const;

  /// As far as it can be told without the store.
  std::optional<Verdict> recall(const Credential& credential);
  /// unavailable: the store does not answer, and the token has not been seen for too long.
  awaitable<Result<Verdict>> look_up(Credential credential);

  /// The token has just been made or revoked here: that counts at once.
  void learn(const Token& token);

  /// Until nothing is being read any more.
  awaitable<void> join() { return nursery_.join(); }

 private:
  struct Known {
    std::shared_ptr<const Caller> caller;  ///< unset: there is no such token
    Digest digest{};
    bool revoked = false;
    Clock::time_point read_at{};
    Clock::time_point look_at{};
    Clock::time_point good_until{};
    bool being_read = false;
  };

  Known* find(const TokenId& id);
  Verdict judge(const Known& known, const Credential& credential) const;
  awaitable<Result<void>> read(TokenId id);
  awaitable<void> read_again(TokenId id);
  bool bear_with(const TokenId& id, const Error& error);
  void keep(const TokenId& id, Known known);

  Store store_;
  TokenTimes times_;
  Known local_;
  std::unordered_map<TokenId, Known> known_;
  std::unordered_map<TokenId, Known> missing_;
  Nursery nursery_;
};

}  // namespace baton::http
