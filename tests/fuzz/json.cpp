// Canonical JSON: whatever is accepted must be accepted again, unchanged.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "baton/json.hpp"
#include "core/digest.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto first = baton::Json::parse({reinterpret_cast<const char*>(data), size});
  if (!first) return 0;
  const auto again = baton::Json::parse(first->text());
  if (!again || *again != *first) std::abort();
  if (!baton::Json::parse(baton::sorted_text(*first))) std::abort();
  return 0;
}
