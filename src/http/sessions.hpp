#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/caller.hpp"
#include "http/message.hpp"

namespace baton::http {

/// The cookies of people who signed in with a token in a browser. A cookie names the token and its own end, sealed with a
/// key that is made from the token file: nothing is kept on the server, a restart ends no session, and a token that is
/// revoked ends its own.
class Sessions {
 public:
  static constexpr std::chrono::hours length{12};

  /// `local`: the token of the token file. `secure`: the daemon speaks TLS.
  Sessions(std::string_view local, bool secure);

  /// The Set-Cookie headers that start a session, and those that end it. The first is the session, which no script can
  /// read; the second tells the page's script that there is one, so that it need not ask and be refused.
  std::vector<Named> start(const TokenId& token, Time now) const;
  std::vector<Named> end() const;

  /// The token that a Cookie header is about, if its seal is whole and its time not over.
  std::optional<TokenId> find(std::string_view cookies, Time now) const;

 private:
  std::vector<Named> cookies(const std::string& session, std::chrono::seconds age) const;

  std::string key_;
  bool secure_;
  std::string_view name_;
};

}  // namespace baton::http
