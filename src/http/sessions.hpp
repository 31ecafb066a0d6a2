#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "http/caller.hpp"

namespace baton::http {

/// The cookies of people who signed in with a token in a browser. A cookie names the token and its own end, sealed with a
/// key that is made from the token file: nothing is kept on the server, a restart ends no session, and a token that is
/// revoked ends its own.
class Sessions {
 public:
  static constexpr std::chrono::hours length{12};

  /// `local`: the token of the token file. `secure`: the daemon speaks TLS.
  Sessions(std::string_view local, bool secure);

  /// The Set-Cookie header that starts a session, and the one that ends it.
  std::string start(const TokenId& token, Time now) const;
  std::string end() const;

  /// The token that a Cookie header is about, if its seal is whole and its time not over.
  std::optional<TokenId> find(std::string_view cookies, Time now) const;

 private:
  std::string attributes(std::chrono::seconds age) const;

  std::string key_;
  bool secure_;
  std::string_view name_;
};

}  // namespace baton::http
