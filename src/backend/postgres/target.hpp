#pragma once

#include <chrono>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "backend/shared/url.hpp"
#include "baton/error.hpp"

namespace baton::postgres {

using shared::Address;

/// Where a PostgreSQL is and who we are to it.
///
///     postgres://[user[:password]@][host[:port][,host[:port]…]][/database][?option=value&…]      (or postgresql://)
///
/// A host that is a percent-encoded path is the folder of a socket; no host: the usual folder. Several hosts are one
/// server with its standbys. The options are ours, as the fields say, or libpq's: `settings`.
struct Target {
  std::vector<Address> addresses{};
  std::string user{};
  std::string password{};
  std::string database{};
  std::string session_url{};                           ///< `session_url=`: a direct way beside a pooler; empty: none
  std::size_t pool = 4;                                ///< `pool=`: connections, 2–10
  std::chrono::milliseconds statement_timeout{10000};  ///< `statement_timeout=`, in milliseconds
  std::chrono::seconds connect_timeout{5};             ///< `connect_timeout=`, in seconds
  /// Of libpq, by its names. `sslmode` is always there: `require`, or `prefer` if only this machine can reach the server.
  std::map<std::string, std::string> settings{};

  bool operator==(const Target&) const = default;
};

/// invalid: not such a URL; the detail never repeats its credentials.
Result<Target> parse_target(std::string_view url);

/// Whether nobody but this machine can reach it.
bool is_loopback(const Target& target);

/// The one that carries the session: that of `session_url`, or the target itself.
Target session_target(const Target& target);

}  // namespace baton::postgres
