#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "http/caller.hpp"

namespace baton::http {

using Digest = std::array<std::uint8_t, 32>;

/// SHA-256.
Digest digest_of(std::string_view text);
/// HMAC-SHA-256.
Digest seal_of(std::string_view key, std::string_view text);
/// Takes as long for a near miss as for any other.
bool equal_secretly(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b);

std::string to_hex(std::span<const std::uint8_t> bytes);
std::optional<Digest> digest_from_hex(std::string_view text);

/// That many random bytes as text.
std::string random_hex(std::size_t bytes);
/// 256 random bits as text.
std::string make_secret();

/// A token as its holder sends it: `baton_ID_SECRET`. The id finds it in the store, the secret proves it.
std::string token_text(const TokenId& id, std::string_view secret);
/// The id in a token, or nothing if it is no such text.
std::optional<TokenId> id_in_token(std::string_view token);

}  // namespace baton::http
