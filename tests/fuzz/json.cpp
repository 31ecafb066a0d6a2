// Canonical JSON: whatever is accepted must be accepted again, unchanged; and what passes at a glance the parser takes as well.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "baton/json.hpp"
#include "core/canonical.hpp"
#include "core/digest.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (baton::is_canonical_at_a_glance(text)) {
    const auto parsed = baton::Json::parse(" " + std::string(text));
    if (!parsed || parsed->text() != text) std::abort();
  }
  const auto first = baton::Json::parse(text);
  if (!first) return 0;
  const auto again = baton::Json::parse(first->text());
  if (!again || *again != *first) std::abort();
  if (!baton::Json::parse(baton::sorted_text(*first))) std::abort();
  return 0;
}
