// URLs of a Redis: refused without repeating what may be a password, or understood.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "backend/redis/target.hpp"
#include "baton/open.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view url(reinterpret_cast<const char*>(data), size);
  const auto target = baton::redis::parse_target(url);
  if (target && target->addresses.empty()) std::abort();
  if (!target && target.error().detail.empty()) std::abort();
  const std::string shown = baton::without_credentials(url);
  // Whatever stands before the address is gone.
  if (target && shown.substr(0, shown.find('/', shown.find("://") + 3)).contains('@')) std::abort();
  return 0;
}
