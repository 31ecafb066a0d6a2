// Times: what is accepted has one text, which means the same time.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "baton/time.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto time = baton::parse_time({reinterpret_cast<const char*>(data), size});
  if (!time) return 0;
  const auto again = baton::parse_time(baton::to_text(*time));
  if (!again || *again != *time) std::abort();
  return 0;
}
