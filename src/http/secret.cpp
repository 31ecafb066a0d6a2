#include "http/secret.hpp"

#include <openssl/crypto.h>
#include <openssl/rand.h>
#include <openssl/sha.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "core/hmac.hpp"

namespace baton::http {

namespace {

constexpr std::size_t secret_bytes = 32;
constexpr std::string_view token_prefix = "baton_";
constexpr std::string_view hex_digits = "0123456789abcdef";

const unsigned char* bytes_of(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }

bool is_hex(std::string_view text) { return text.find_first_not_of(hex_digits) == std::string_view::npos; }

}  // namespace

Digest digest_of(std::string_view text) {
  Digest digest{};
  SHA256(bytes_of(text), text.size(), digest.data());
  return digest;
}

Digest seal_of(std::string_view key, std::string_view text) {
  Digest seal{};
  std::ranges::copy(hmac_sha256(key, text), seal.begin());
  return seal;
}

bool equal_secretly(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

std::string to_hex(std::span<const std::uint8_t> bytes) {
  std::string text;
  text.reserve(2 * bytes.size());
  for (const auto byte : bytes) {
    text += hex_digits[byte >> 4U];
    text += hex_digits[byte & 15U];
  }
  return text;
}

std::optional<Digest> digest_from_hex(std::string_view text) {
  Digest digest{};
  if (text.size() != 2 * digest.size() || !is_hex(text)) return std::nullopt;
  for (std::size_t i = 0; i < digest.size(); ++i) {
    digest.at(i) = static_cast<std::uint8_t>((hex_digits.find(text[2 * i]) << 4U) | hex_digits.find(text[(2 * i) + 1]));
  }
  return digest;
}

std::string random_hex(std::size_t bytes) {
  std::vector<std::uint8_t> random(bytes);
  if (RAND_bytes(random.data(), static_cast<int>(bytes)) != 1) throw std::runtime_error("no randomness");
  return to_hex(random);
}

std::string make_secret() { return random_hex(secret_bytes); }

std::string token_text(const TokenId& id, std::string_view secret) {
  return std::string(token_prefix) + id.str() + "_" + std::string(secret);
}

std::optional<TokenId> id_in_token(std::string_view token) {
  if (!token.starts_with(token_prefix)) return std::nullopt;
  token.remove_prefix(token_prefix.size());
  const auto end = token.rfind('_');
  if (end == std::string_view::npos) return std::nullopt;
  const auto secret = token.substr(end + 1);
  if (secret.size() != 2 * secret_bytes || !is_hex(secret)) return std::nullopt;
  auto id = TokenId::parse(token.substr(0, end));
  if (!id) return std::nullopt;
  return *std::move(id);
}

}  // namespace baton::http
