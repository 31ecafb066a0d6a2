#include "http/private_address.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
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

using V6Bytes = boost::asio::ip::address_v6::bytes_type;

struct V6Prefix {
  V6Bytes bytes;
  std::ptrdiff_t length;

  bool begins(const V6Bytes& address) const {
    return std::equal(bytes.begin(), bytes.begin() + length, address.begin());
  }
};

/// Behind these an IPv4 address stands, which is where such an address leads: mapped, compatible (:: and ::1 are of
/// 0.0.0.0/8), translated, 6to4, NAT64.
constexpr std::array wrappings{V6Prefix{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF}, 12}, V6Prefix{{}, 12},
                               V6Prefix{{0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF}, 12}, V6Prefix{{0x20, 0x02}, 2},
                               V6Prefix{{0, 0x64, 0xFF, 0x9B}, 12}};

/// NAT64 of a network's own (RFC 8215).
constexpr V6Prefix local_nat64{{0, 0x64, 0xFF, 0x9B, 0, 1}, 6};

boost::asio::ip::address_v4 v4_at(const V6Bytes& address, std::ptrdiff_t offset) {
  boost::asio::ip::address_v4::bytes_type inner;
  std::copy_n(address.begin() + offset, inner.size(), inner.begin());
  return boost::asio::ip::address_v4(inner);
}

bool is_private_v6(const boost::asio::ip::address_v6& address) {
  const V6Bytes bytes = address.to_bytes();
  const auto* wrapping = std::ranges::find_if(wrappings, [&](const V6Prefix& each) { return each.begins(bytes); });
  if (wrapping != wrappings.end()) return is_private_v4(v4_at(bytes, wrapping->length));
  const bool unique_local = (bytes[0] & 0xFEU) == 0xFC;
  return address.is_link_local() || address.is_site_local() || address.is_multicast() || unique_local ||
         local_nat64.begins(bytes);
}

}  // namespace

bool is_private(const boost::asio::ip::address& address) {
  return address.is_v4() ? is_private_v4(address.to_v4()) : is_private_v6(address.to_v6());
}

}  // namespace baton::http
