#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "backend/shared/url.hpp"
#include "baton/error.hpp"

namespace baton::redis {

using shared::Address;

/// `host:port` as a server writes it, without brackets. No host: the one that was asked.
std::optional<Address> read_address(std::string_view text);

/// Where a Redis is and who we are to it.
///
///     redis://[user[:password]@]host[:port][/database][?option=value&…]      (rediss:// for TLS)
///     redis+sentinel://[user[:password]@]host[:port][,host[:port]…]/name[/database][?…]   (rediss+sentinel:// for TLS)
///
/// Options: `ca=FILE` certificates to trust instead of the system's, `sentinel_user=`, `sentinel_password=`.
struct Target {
  std::vector<Address> addresses;  ///< one server, or the Sentinels
  std::string primary;             ///< the name that the Sentinels know it by; empty: no Sentinels
  std::string user;
  std::string password;
  std::string sentinel_user;
  std::string sentinel_password;
  std::uint32_t database = 0;
  bool tls = false;
  std::string ca_file;

  bool operator==(const Target&) const = default;
};

/// invalid: not such a URL; the detail never repeats its credentials.
Result<Target> parse_target(std::string_view url);

/// Whether nobody but this machine can reach it.
bool is_loopback(const Target& target);

}  // namespace baton::redis
