#include "core/hmac.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <stdexcept>

namespace baton {

std::string hmac_sha256(std::string_view key, std::string_view text) {
  std::string hash(EVP_MAX_MD_SIZE, '\0');
  unsigned int size = 0;
  if (HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), reinterpret_cast<const unsigned char*>(text.data()),
           text.size(), reinterpret_cast<unsigned char*>(hash.data()), &size) == nullptr) {
    throw std::runtime_error("HMAC-SHA256 is not available");
  }
  hash.resize(size);
  return hash;
}

bool equal_secretly(std::string_view a, std::string_view b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace baton
