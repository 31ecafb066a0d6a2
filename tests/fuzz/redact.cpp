// A secret is hidden whatever stands around it, other secrets included.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/redact.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string secret = "geheimnis";
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (text.contains(secret)) return 0;
  const std::string before = text.substr(0, size / 2);
  const std::string after = text.substr(size / 2);
  for (const std::string& said : {"redis://ann:" + secret + "@host", "postgres://ann:a/b?" + secret + "@host",
                                  "Bearer " + secret, "password=" + secret}) {
    if (baton::redacted(before + said + " " + after).contains(secret)) std::abort();
  }
  return 0;
}
