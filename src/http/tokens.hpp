#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "baton/error.hpp"
#include "http/message.hpp"

namespace baton::http {

/// The bearer tokens that are known, as SHA-256 only.
class Tokens {
 public:
  void add(std::string_view token, Role role);

  /// The role of the token, or nothing if it is not known. Takes as long for a near miss as for any other.
  std::optional<Role> role_of(std::string_view token) const;

 private:
  using Digest = std::array<std::uint8_t, 32>;
  struct Known {
    Digest digest;
    Role role;
  };
  static Digest digest_of(std::string_view token);

  std::vector<Known> known_;
};

/// 256 random bits as text.
std::string make_token();

/// The token in the file at `path`; made and written there (mode 0600) if there is no such file.
/// forbidden: others may read the file. invalid: what is in it is not a token. unavailable: it cannot be read or made.
Result<std::string> load_or_make_token(const std::string& path);

}  // namespace baton::http
