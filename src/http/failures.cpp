#include "http/failures.hpp"

#include <algorithm>
#include <boost/asio/ip/address.hpp>

#include "http/limits.hpp"

namespace baton::http {

namespace {

constexpr std::size_t customer_bytes = 8;

}  // namespace

std::string client_of(std::string_view address) {
  boost::system::error_code error;
  const auto parsed = boost::asio::ip::make_address(address, error);
  if (error || parsed.is_v4()) return std::string(address);
  const auto v6 = parsed.to_v6();
  if (v6.is_v4_mapped()) return boost::asio::ip::make_address_v4(boost::asio::ip::v4_mapped, v6).to_string();
  auto bytes = v6.to_bytes();
  std::fill(bytes.begin() + customer_bytes, bytes.end(), std::uint8_t{0});
  return boost::asio::ip::address_v6(bytes).to_string();
}

std::optional<std::chrono::seconds> Failures::count(std::string_view address, Clock::time_point now) {
  auto client = client_of(address);
  if (!windows_.contains(client)) make_room(now);
  auto& window = windows_.try_emplace(std::move(client), Window{.start = now}).first->second;
  if (now - window.start >= limits::failure_window) window = {.start = now};
  if (++window.failures <= limits::failures) return std::nullopt;
  return std::chrono::ceil<std::chrono::seconds>(window.start + limits::failure_window - now);
}

void Failures::make_room(Clock::time_point now) {
  if (windows_.size() < limits::failing_clients) return;
  std::erase_if(windows_, [now](const auto& entry) { return now - entry.second.start >= limits::failure_window; });
  if (windows_.size() < limits::failing_clients) return;
  windows_.erase(std::ranges::min_element(windows_, {}, [](const auto& entry) { return entry.second.start; }));
}

}  // namespace baton::http
