// URLs of a PostgreSQL: refused without repeating what may be a password, or understood.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "backend/postgres/target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view url(reinterpret_cast<const char*>(data), size);
  const auto target = baton::postgres::parse_target(url);
  if (!target && target.error().detail.empty()) std::abort();
  if (!target) return 0;
  if (target->pool < 2 || target->pool > 10 || !target->settings.contains("sslmode")) std::abort();
  // libpq takes texts up to their first zero byte, and lists of hosts between commas.
  for (const auto& address : target->addresses) {
    if (address.host.find_first_of(std::string_view("\0,", 2)) != std::string::npos) std::abort();
  }
  for (const auto& [name, value] : target->settings) {
    if (value.contains('\0')) std::abort();
  }
  if ((target->user + target->password + target->database).contains('\0')) std::abort();
  if (!target->session_url.empty() && session_target(*target) == *target) std::abort();
  return 0;
}
