#include "core/standard_webhook.hpp"

#include <openssl/evp.h>
#include <openssl/rand.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "core/hmac.hpp"

namespace baton {

namespace {

constexpr std::string_view secret_prefix = "whsec_";
constexpr std::size_t least_key_bytes = 24;
constexpr std::size_t most_key_bytes = 64;
constexpr std::size_t made_key_bytes = 32;

const unsigned char* bytes_of(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }

std::string to_base64(std::string_view bytes) {
  std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');
  const int size =
      EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()), bytes_of(bytes), static_cast<int>(bytes.size()));
  text.resize(static_cast<std::size_t>(size));
  return text;
}

/// Of whole groups of four; nothing: it is not base64.
std::optional<std::string> from_base64(std::string_view text) {
  if (text.empty() || text.size() % 4 != 0) return std::nullopt;
  std::string bytes(text.size() / 4 * 3, '\0');
  const int size =
      EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()), bytes_of(text), static_cast<int>(text.size()));
  if (size < 0) return std::nullopt;
  const auto padding = text.size() - std::min(text.find_last_not_of('=') + 1, text.size());
  if (padding > 2) return std::nullopt;
  bytes.resize(static_cast<std::size_t>(size) - padding);
  return bytes;
}

}  // namespace

WebhookSecret WebhookSecret::make() {
  std::string key(made_key_bytes, '\0');
  if (RAND_bytes(reinterpret_cast<unsigned char*>(key.data()), static_cast<int>(key.size())) != 1) {
    throw std::runtime_error("no random bytes");
  }
  return {std::string(secret_prefix) + to_base64(key), key};
}

Result<WebhookSecret> WebhookSecret::parse(std::string_view text) {
  if (text.size() <= 256 && text.starts_with(secret_prefix)) {
    auto key = from_base64(text.substr(secret_prefix.size()));
    if (key && key->size() >= least_key_bytes && key->size() <= most_key_bytes) {
      return WebhookSecret(std::string(text), *std::move(key));
    }
  }
  return fail(Errc::invalid,
              "a webhook's secret is `whsec_` and 24 to 64 bytes in base64; leave it out to have one made");
}

std::string WebhookSecret::sign(std::string_view id, std::uint64_t timestamp, std::string_view body) const {
  std::string signed_text = std::string(id).append(1, '.').append(std::to_string(timestamp)).append(1, '.');
  signed_text.append(body);
  return "v1," + to_base64(hmac_sha256(key_, signed_text));
}

bool WebhookSecret::accepts(std::string_view signatures, std::string_view id, std::uint64_t timestamp,
                            std::string_view body) const {
  const std::string ours = sign(id, timestamp, body);
  bool accepted = false;
  while (!signatures.empty()) {
    const std::size_t end = std::min(signatures.find(' '), signatures.size());
    accepted = equal_secretly(signatures.substr(0, end), ours) || accepted;
    signatures.remove_prefix(std::min(end + 1, signatures.size()));
  }
  return accepted;
}

}  // namespace baton
