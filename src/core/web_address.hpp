#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "baton/error.hpp"

namespace baton {

/// Where an HTTP request goes: `http://host:port/path?query`, or https.
struct WebAddress {
  bool secure = false;
  std::string host;  ///< without the brackets of an IPv6 address
  std::uint16_t port = 0;
  std::string target;  ///< path and query

  /// invalid: not such a URL, or one that holds a user or a fragment.
  static Result<WebAddress> parse(std::string_view url);

  /// The value of the Host header.
  std::string authority() const;
};

}  // namespace baton
