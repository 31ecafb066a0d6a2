#include "http/private_address.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace baton::http {

namespace {

struct Network {
  std::uint32_t prefix;
  int bits;
};

/// This machine, private use, shared, link-local, special, multicast and reserved (RFC 6890).
constexpr std::array networks{Network{0x00000000, 8},  Network{0x0A000000, 8},  Network{0x64400000, 10},
                              Network{0x7F000000, 8},  Network{0xA9FE0000, 16}, Network{0xAC100000, 12},
                              Network{0xC0000000, 24}, Network{0xC0A80000, 16}, Network{0xC6120000, 15},
                              Network{0xE0000000, 3}};

bool is_private_v4(const boost::asio::ip::address_v4& address) {
  const std::uint32_t number = address.to_uint();
  return std::ranges::any_of(networks, [number](const Network& network) {
    return (number ^ network.prefix) >> static_cast<unsigned>(32 - network.bits) == 0;
  });
}

bool is_private_v6(const boost::asio::ip::address_v6& address) {
  if (address.is_v4_mapped())
    return is_private_v4(boost::asio::ip::make_address_v4(boost::asio::ip::v4_mapped, address));
  const auto bytes = address.to_bytes();
  const bool unique_local = (bytes[0] & 0xFEU) == 0xFC;
  return address.is_loopback() || address.is_unspecified() || address.is_link_local() || address.is_multicast() ||
         unique_local;
}

}  // namespace

bool is_private(const boost::asio::ip::address& address) {
  return address.is_v4() ? is_private_v4(address.to_v4()) : is_private_v6(address.to_v6());
}

}  // namespace baton::http
